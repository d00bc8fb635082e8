// The attendant's console: terminals that call, cash in and out, vouchers, locks.

import { begin, button, feed, grid } from "./console.js";
import { dialog, el, fill, form, settle, toast, words } from "./dom.js";
import { command } from "./house.js";
import { cents, shown } from "./money.js";
import { recall, voucher } from "./panels.js";

const at = (name) => document.getElementById(name);

async function start() {
  await begin("Attendant", ["attendant", "manager"]);
  fill(
    at("voucher"),
    form([{ name: "number", title: "Voucher number", inputmode: "numeric", required: true }], "Pay voucher", async ({ number }, made) => {
      const given = await command("redeem-voucher", { number: number.replace(/[^0-9A-Za-z]/g, "") });
      toast(`Pay ${shown(given.amount)} in cash`);
      made.reset();
    }),
  );
  fill(
    at("account"),
    form(
      [
        { name: "person", title: "Account", required: true },
        { name: "amount", title: "Amount", inputmode: "decimal", required: true },
        { name: "what", title: "Booking", choices: [{ value: "deposit", title: "Pay in" }, { value: "withdraw", title: "Pay out" }] },
      ],
      "Book",
      async ({ person, amount, what }, made) => {
        await command(what, { person, amount: cents(amount) });
        toast(`${words(what)} of ${shown(amount)} for ${person}`);
        made.reset();
      },
    ),
  );
  feed({ books: true }, ({ books }) => books && settle(at("terminals"), books.terminals, () => terminals(books.terminals)));
}

function terminals(rows) {
  const order = [...rows].sort((a, b) => Number(needs(b)) - Number(needs(a)) || a.terminal.localeCompare(b.terminal));
  return grid(
    ["Terminal", "Credits", "On the layout", "State", ""],
    order.map((row) => [
      el("div", {}, el("strong", { text: row.title }), el("div", { class: "quiet", text: row.tables.join(", ") || "at no table" })),
      shown(row.credits),
      shown(cents(row.staked) + cents(row.laid)),
      el("div", {}, row.fault ? el("span", { class: "tag bad", text: row.fault }) : row.lock ? el("span", { class: "tag bad", text: row.lock }) : row.calls ? el("span", { class: "tag bad", text: "calls" }) : el("span", { class: "tag good", text: row.left ? "player has left" : "ready" })),
      el(
        "div",
        { class: "choices" },
        el("button", { text: "Take cash", "data-take": row.terminal, onclick: () => takeCash(row) }),
        row.win ? button(`Pay win of ${shown(row.win)}`, "hand-pay", { terminal: row.terminal, cause: "win" }, { kind: "main", sure: `Pay ${shown(row.win)} by hand?`, done: "Paid" }) : null,
        row.fault
          ? button("Pay credits", "hand-pay", { terminal: row.terminal, cause: "malfunction" }, { sure: `Pay ${shown(row.credits)} by hand? The terminal does not work.`, done: "Paid" })
          : button("Pay out", "pay-out", { terminal: row.terminal }, { sure: `Pay ${shown(row.credits)} by hand?`, done: "Paid" }),
        cents(row.credits) && !row.win ? el("button", { class: "plain", text: "Give voucher", onclick: () => giveVoucher(row) }) : null,
        row.left && !cents(row.credits) ? button("Voucher failed", "hand-pay", { terminal: row.terminal, cause: "voucher" }, { kind: "plain", sure: "Pay the last voucher of this terminal by hand? It is never paid again.", done: "Paid", label: `The voucher of ${row.title} did not come out` }) : null,
        needs(row) ? button("Clear", "clear-lock", { terminal: row.terminal }, { kind: "main", label: `Clear the call of ${row.title}` }) : null,
        el("button", { class: "plain", text: "Recall", onclick: () => recall(`&terminal=${row.terminal}`) }),
      ),
    ]),
    "No terminal is enrolled yet.",
  );
}

function needs(row) {
  return Boolean(row.calls || row.lock || row.fault);
}

async function giveVoucher(row) {
  if (!confirm(`Turn all credits of ${row.title}, ${shown(row.credits)}, into a voucher?`)) return;
  try {
    const given = await command("give-voucher", { terminal: row.terminal });
    dialog(`Voucher for ${row.title}`, voucher(given), el("p", { class: "quiet", text: "Write it out and hand it over: whoever has this number has the money. It is shown this once." }));
  } catch (wrong) {
    toast(wrong.message, "wrong");
  }
}

function takeCash(row) {
  const box = dialog(
    `Cash for ${row.title}`,
    form([{ name: "amount", title: "Amount", inputmode: "decimal", pattern: "[0-9]+(\\.[0-9]{1,2})?", required: true }], "Add to credits", async ({ amount }) => {
      await command("take-cash", { terminal: row.terminal, amount: cents(amount) });
      toast(`${shown(amount)} added to ${row.title}`);
      box.close();
    }),
  );
}

start().catch((wrong) => toast(wrong.message, "wrong"));

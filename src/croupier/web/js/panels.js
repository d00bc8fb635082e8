// Panels over the table: rules with house edges, the last rounds, vouchers, help.

import { result } from "./cards.js";
import { dialog, el, fill, form, refused, toast, words } from "./dom.js";
import { get } from "./house.js";
import { cents, plain, shown } from "./money.js";

const AGAIN = 1500;

/** Settlement lines; a tap on one tells why, and by which clause. */
export function lines(rows) {
  return el(
    "ul",
    { class: "lines" },
    rows.map((line) => {
      const net = gained(line);
      const kind = line.result === "win" ? "win" : line.result === "lose" ? "lose" : "even";
      return el(
        "li",
        {},
        el(
          "details",
          { class: kind },
          el("summary", {}, el("span", { class: "what", text: `${words(line.wager)}${line.hand ? ` (hand ${line.hand})` : ""}` }), el("span", { class: "stake", text: shown(line.stake) }), el("span", { class: "net", text: `${net > 0 ? "+" : ""}${shown(net)}` })),
          el("p", { class: "why", text: `${line.why}.` }),
          el("p", { class: "clauses" }, line.odds ? el("span", { text: `Paid at ${line.odds}. ` }) : null, cents(line.charge) ? el("span", { text: `Charge ${line.charge}. ` }) : null, (line.clauses || []).map((clause) => el("span", { class: "clause", text: clause }))),
        ),
      );
    }),
  );
}

/** The wagers of a round that were played: not those that the player took back. */
export function played(round) {
  return (round.lines || []).filter((line) => line.result !== "withdrawn");
}

/** What a line comes to, with what was charged for it. */
function gained(line) {
  return cents(line.net) - cents(line.charge);
}

/** What a terminal staked in a round. */
export function staked(round) {
  return played(round).reduce((sum, line) => sum + cents(line.stake), 0);
}

/** What a terminal won in a round, winnings only. */
export function won(round) {
  return played(round).reduce((sum, line) => sum + Math.max(0, gained(line)), 0);
}

/** What a round comes to for a terminal. */
export function gain(round) {
  return played(round).reduce((sum, line) => sum + gained(line), 0);
}

/** The rules of a table. */
export async function rules(table) {
  const place = el("div", { class: "rules" }, el("p", { class: "quiet", text: "Reading the rulebook …" }));
  const box = dialog("Rules and house edge", place);
  const ask = async () => {
    if (!box.isConnected) return;
    const found = await get(`/api/tables/${table}/rules`);
    fill(place, ...ruled(found));
    if (found.edges === null) setTimeout(ask, AGAIN);
  };
  ask().catch((wrong) => fill(place, el("p", { class: "wrong", text: wrong.message })));
}

function ruled(found) {
  const edge = (wager) => (found.edges === null ? "…" : (found.edges[wager]?.edge ?? "–"));
  const strategies = [...new Set(Object.values(found.edges || {}).map((one) => one.strategy).filter(Boolean))];
  return [
    el("p", { class: "quiet", text: `${found.title} · ${found.cites} · rules ${found.ruleset}` }),
    found.notes.length ? el("ul", {}, found.notes.map((note) => el("li", { text: note }))) : null,
    el(
      "div",
      { class: "wide" },
      el(
        "table",
        {},
        el("thead", {}, el("tr", {}, ["Wager", "Pays", "House edge", "Clause"].map((head) => el("th", { scope: "col", text: head })))),
        el("tbody", {}, found.wagers.map((row) => el("tr", {}, el("th", { scope: "row", text: words(row.wager) }), el("td", {}, pays(row.pays)), el("td", { class: "number", text: edge(row.wager) }), el("td", { class: "clause", text: row.clauses.join(", ") })))),
      ),
    ),
    el("p", { class: "quiet", text: `The house edge is the average loss for each unit of the first stake${strategies.length ? `, with ${strategies[0]}` : ""}.` }),
    el("p", { class: "quiet", text: "All amounts are credits. One credit is worth one unit of the money that is taken and paid here." }),
    list("How it is played", found.explained.play, true),
    list("The jackpot", found.explained.jackpot, true),
    list("How this table plays", found.options),
    list("Where the text is unclear, it is read like this", found.readings),
    list("Playing at a terminal", [["shown here", "shown"], ["what the table does or refuses", "done"]].flatMap(([value, key]) => Object.entries(found.electronic[key]).map(([name, clause]) => ({ name, value, clause })))),
    found.irregularities.length
      ? el("details", {}, el("summary", { text: "When something goes wrong" }), found.irregularities.map((row) => el("div", { class: "irregular" }, el("h3", { text: row.title }), row.rulings.map((one) => el("p", {}, `${one.why || one.ruling.map(words).join("; ")} `, el("span", { class: "clause", text: one.clause }))))))
      : null,
  ];
}

function pays(prices) {
  const rows = Object.entries(prices);
  if (rows.length === 1) return rows[0][1];
  return el("details", {}, el("summary", { text: rows.length ? "see" : "–" }), el("dl", {}, rows.map(([row, price]) => [el("dt", { text: words(row) }), el("dd", { text: price })])));
}

function list(title, rows, open = false) {
  if (!rows.length) return null;
  return el("details", { open }, el("summary", { text: title }), el("dl", { class: "facts" }, rows.map((row) => [el("dt", { text: words(row.name) }), el("dd", {}, `${words(row.value)}${row.why ? `: ${row.why}` : ""} `, row.clause ? el("span", { class: "clause", text: row.clause }) : null)])));
}

/** The last rounds of this terminal. */
export async function recall(query = "") {
  const place = el("div", { class: "recall" }, el("p", { class: "quiet", text: "Looking back …" }));
  dialog("Last rounds", place);
  try {
    const rounds = await get(`/api/recall?number=30${query}`);
    fill(place, rounds.length ? rounds.map(told) : el("p", { class: "quiet", text: "Nothing has been played here yet." }));
  } catch (wrong) {
    fill(place, el("p", { class: "wrong", text: wrong.message }));
  }
}

function told(round) {
  const net = gain(round);
  return el(
    "details",
    { class: "round" },
    el("summary", {}, el("span", { class: "what", text: `${words(round.table)} · round ${round.round}` }), el("span", { class: "when", text: new Date(round.at).toLocaleTimeString() }), el("span", { class: `net ${net > 0 ? "win" : net < 0 ? "lose" : ""}`, text: `${net > 0 ? "+" : ""}${shown(net)}` })),
    el("div", { class: "results" }, round.drawn.map(result)),
    el("p", { text: `Bet ${shown(staked(round))}, won ${shown(won(round))}${round.corrected ? ", settled again after a correction" : ""}.` }),
    lines(round.lines),
    el("details", {}, el("summary", { text: "Everything that happened" }), el("ol", { class: "events" }, round.events.map((text) => el("li", { text })))),
  );
}

/** Put a voucher in. */
export function insertVoucher(feed) {
  const box = dialog(
    "Buy in",
    el("p", { text: "Type the number on the voucher. For cash, call an attendant." }),
    form([{ name: "number", title: "Voucher number", inputmode: "numeric", required: true, maxlength: 40 }], "Add to credits", async ({ number }) => {
      const answer = await feed.ask("insert-voucher", { number: number.replace(/[^0-9A-Za-z]/g, "") });
      if (!answer.done) throw new Error(refused(answer));
      toast("The voucher has been added to the credits");
      box.close();
    }),
  );
}

/** A voucher as it is given: what it is worth, and its number in groups of three. */
export function voucher(given) {
  return el("div", { class: "voucher", role: "status" }, el("span", { class: "label", text: "Voucher" }), el("strong", { class: "amount", text: shown(given.amount) }), el("code", { text: given.voucher.replace(/(.{3})(?=.)/g, "$1 ") }));
}

/** All credits become a voucher. */
export async function cashOut(feed, credits) {
  if (!cents(credits)) {
    toast("There are no credits to cash out", "wrong");
    return;
  }
  const place = el("div", { class: "cash-out" });
  dialog("Cash out", place);
  fill(
    place,
    el("p", {}, "All credits, ", el("strong", { text: shown(credits) }), ", become a voucher. It can be put into any terminal, or paid by an attendant."),
    el("button", {
      class: "main",
      text: "Print voucher",
      onclick: async (event) => {
        event.target.disabled = true;
        const answer = await feed.ask("print-voucher");
        if (!answer.done) {
          fill(place, el("p", { class: "wrong", text: refused(answer) }));
          return;
        }
        fill(place, voucher(answer.given), el("p", { class: "quiet", text: "Whoever has this number has the money. Note it before you close this." }));
      },
    }),
  );
}

/** An amount, where a decision needs one. */
export function amount(title, suggested, offered, done) {
  const box = dialog(
    title,
    el("div", { class: "choices" }, [...new Set([suggested, ...offered])].filter((one) => one > 0).map((one) => el("button", { class: "decision", text: shown(one), onclick: () => { box.close(); done(plain(one)); } }))),
    form([{ name: "amount", title: "Another amount", inputmode: "decimal", pattern: "[0-9]+(\\.[0-9]{1,2})?", required: true }], "Bet", (values) => { box.close(); done(values.amount); }),
  );
}

/** Where to turn to. */
export function help(feed) {
  dialog(
    "Help",
    el("p", { text: "Pick a chip and tap a place on the layout. Hold, right-click or press Delete on a place to take the bet back. Bets can be changed until the words “No more bets” are shown." }),
    el("p", { text: "After a malfunction a round is settled by the rulebook; what was credited by mistake may not be paid." }),
    el("p", { text: "Play for fun, with money you can spare. An attendant will stop this terminal for you whenever you ask. If play worries you or somebody near you, tell an attendant or call the gambling helpline: its number is at every desk." }),
    el("button", { class: "main", text: "Call an attendant", onclick: async () => { const answer = await feed.ask("call-attendant"); toast(answer.done ? "Somebody is on the way" : answer.why); } }),
  );
}

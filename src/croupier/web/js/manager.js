// The floor: tables, faults, rulings, corrections, what is owed, people, terminals. Whoever may not do something is not offered it, and would be refused.

import { begin, button, feed, grid, tabs, withReason } from "./console.js";
import { dialog, el, fill, form, toast, words } from "./dom.js";
import { command, get, post } from "./house.js";
import { cents, shown } from "./money.js";

const at = (name) => document.getElementById(name);
let own = null;
let line = null;
let body = null;

async function start() {
  own = await begin("Floor", ["supervisor", "manager"]);
  const boss = own.roles.includes("manager");
  const parts = { Tables: tables, Rulings: rulings, Corrections: corrections, ...(boss ? { Terminals: terminals, Owed: owed, People: people } : {}) };
  line = feed({ lobby: true, books: true }, () => {
    if (!body) {
      body = tabs(at("desk"), parts, "floor-tab");
      const asked = new URLSearchParams(location.search);
      if (asked.get("correct")) propose(asked.get("correct"), asked.get("round"));
    } else if (["Tables", "Corrections", "Terminals", "Owed"].includes(body.dataset.tab) && !body.contains(document.activeElement?.closest("input, select, form"))) again(parts);
  });
}

let last = "";
function again(parts) {
  const seen = JSON.stringify([line.view.lobby, line.view.books?.terminals, line.view.books?.corrections].map((part) => part)).replaceAll(/"round":\d+,?/g, "");
  if (seen === last) return;
  last = seen;
  fill(body, parts[body.dataset.tab]());
}

// Tables.

function tables() {
  const boss = own.roles.includes("manager");
  return [
    el("div", { class: "head" }, el("h2", { text: "Tables" }), boss ? el("button", { class: "main", text: "Open a table", onclick: openTable }) : null),
    grid(
      ["Table", "Game", "Mode", "State", "Playing", ""],
      line.view.lobby.map((row) => [
        el("strong", { text: row.title }),
        el("span", { class: "quiet", text: row.game }),
        row.mode,
        row.fault ? el("span", { class: "tag bad", text: row.fault.slice(0, 60) }) : el("span", { class: `tag ${row.open ? "good" : ""}`, text: row.open ? "open" : "closed" }),
        String(row.terminals),
        el(
          "div",
          { class: "choices" },
          boss && !row.fault ? button(row.open ? "Close" : "Open", "change-table", { table: row.table, open: !row.open }) : null,
          row.fault ? button("Clear fault", "clear-fault", { table: row.table }, { kind: "main" }) : el("button", { class: "danger", text: "Fault", onclick: () => fault(row) }),
          el("a", { class: "button", href: `/display.html?table=${row.table}`, text: "Display" }),
        ),
      ]),
      "No table is open yet.",
    ),
  ];
}

function fault(row) {
  const box = dialog(`Fault at ${row.title}`, form([{ name: "why", title: "What does not work", required: true, maxlength: 300 }], "Report", async ({ why }) => { await command("report-fault", { table: row.table, why }); box.close(); }));
}

async function openTable() {
  const games = await get("/api/games");
  const box = dialog(
    "Open a table",
    form(
      [
        { name: "game", title: "Game", choices: games.map((one) => ({ value: one.id, title: `${one.title} (${words(one.id.split("/")[0])})` })) },
        { name: "table", title: "Name: small letters, digits, dashes", pattern: "[a-z0-9][a-z0-9\\-]*", required: true },
        { name: "title", title: "Title" },
        { name: "mode", title: "Results", choices: [{ value: "automatic", title: "The system draws" }, { value: "live", title: "A dealer enters them" }] },
        { name: "minimum", title: "Least wager", value: "5", inputmode: "decimal", required: true },
        { name: "maximum", title: "Largest wager", value: "500", inputmode: "decimal", required: true },
        { name: "betting", title: "Seconds for bets", type: "number", min: 1, max: 600, value: 20 },
        { name: "deciding", title: "Seconds for a decision", type: "number", min: 1, max: 600, value: 20 },
        { name: "collect", title: "Winning bets", choices: [{ value: "", title: "go to the credits at once" }, { value: "yes", title: "lie until they are collected" }] },
      ],
      "Open",
      async ({ minimum, maximum, betting, deciding, collect, ...setup }) => {
        const rest = { betting: betting * 1000, deciding: deciding * 1000, collect: Boolean(collect) };
        await command("open-table", { setup: { ...setup, ...rest, options: { minimum, maximum } } });
        box.close();
      },
    ),
  );
}

// Rulings.

function rulings() {
  const place = el("div", { class: "stack" });
  const choose = el("select", { id: "ruling-table", onchange: () => ruling(choose.value, place) }, line.view.lobby.map((row) => el("option", { value: row.table, text: row.title })));
  if (line.view.lobby.length) ruling(line.view.lobby[0].table, place);
  return [el("label", { class: "pickers" }, el("span", { class: "quiet", text: "Something went wrong at" }), choose), place];
}

async function ruling(table, place) {
  // Answers may overtake each other: only those of the table that was asked for last are shown.
  place.dataset.table = table;
  const found = await get(`/api/tables/${table}/rules`);
  if (place.dataset.table !== table) return;
  fill(place, found.irregularities.length ? found.irregularities.map((row) => irregular(table, row)) : el("p", { class: "quiet", text: "The rulebook has no rulings for this game." }));
}

function irregular(table, row) {
  const facts = [...Object.entries(row.facts).map(([name, choices]) => ({ name, title: words(name), choices })), ...row.takes.filter((name) => !(name in row.facts)).map((name) => ({ name, title: words(name) }))];
  return el(
    "details",
    { class: "panel" },
    el("summary", {}, el("strong", { text: row.title || words(row.id) })),
    row.rulings.map((one) => el("p", { class: "rule" }, el("span", { text: `${one.ruling.map(words).join("; ")}. ${one.why}` }), " ", el("span", { class: "clause", text: one.clause }), one.duties.length ? el("span", { class: "quiet", text: ` Then: ${one.duties.map(words).join("; ")}.` }) : null)),
    form(facts, "Rule on the round in play", async (values) => {
      if (!confirm(`Rule “${row.title || row.id}” at ${table}?`)) return;
      await command("rule", { table, irregularity: row.id, facts: Object.fromEntries(Object.entries(values).filter(([, value]) => value)) });
      toast("Ruled");
    }),
  );
}

// Corrections.

function corrections() {
  const rows = Object.entries(line.view.books?.corrections || {}).reverse();
  const boss = own.roles.includes("manager");
  return [
    el("div", { class: "head" }, el("h2", { text: "Corrections" }), el("button", { class: "main", text: "Propose a correction", onclick: () => propose() })),
    el("p", { class: "quiet", text: "A round that was settled on a wrong result is settled again with the true one. It takes two people." }),
    grid(
      ["No.", "Round", "What really came", "Reason", "By", "State", ""],
      rows.map(([number, one]) => [
        number,
        `${one.table} ${one.round}`,
        one.draws.join(", "),
        one.reason,
        one.by,
        el("span", { class: `tag ${one.status === "made" ? "good" : ""}`, text: one.status }),
        one.status === "proposed" && boss
          ? el("div", { class: "choices" }, one.by !== own.who ? button("Approve", "approve-correction", { correction: Number(number) }, { kind: "main", sure: "Settle the round again?" }) : null, withReason("Reject", `Why correction ${number} is dropped`, "reject-correction", { correction: Number(number) }))
          : "",
      ]),
      "None so far.",
    ),
  ];
}

function propose(table = "", round = "") {
  const box = dialog(
    "Propose a correction",
    form(
      [
        { name: "table", title: "Table", choices: [...line.view.lobby].sort((a, b) => Number(b.table === table) - Number(a.table === table)).map((row) => ({ value: row.table, title: row.title })) },
        { name: "round", title: "Round", type: "number", min: 1, value: round, required: true },
        { name: "draws", title: "All that really came, with commas: spin 17, or deal 6h, deal Kd", required: true },
        { name: "reason", title: "Reason", required: true, maxlength: 400 },
        { name: "impossible", title: "A wager that could not have been made", choices: [{ value: "returned", title: "is returned" }, { value: "left", title: "is left as it was settled" }] },
      ],
      "Propose",
      async ({ draws, round, ...more }) => {
        await command("propose-correction", { ...more, round: Number(round), draws: draws.split(",").map((one) => one.trim()).filter(Boolean) });
        box.close();
      },
    ),
  );
}

// Terminals, what is owed, people.

function terminals() {
  const rows = line.view.books?.terminals || [];
  return [
    el("div", { class: "head" }, el("h2", { text: "Terminals" }), el("button", { class: "main", text: "Enrol a terminal", onclick: () => enrol() })),
    grid(
      ["Terminal", "Credits", "At", "State", ""],
      rows.map((row) => [
        el("strong", { text: row.title }),
        shown(row.credits),
        row.tables.join(", "),
        row.fault ? el("span", { class: "tag bad", text: row.fault }) : row.lock ? el("span", { class: "tag bad", text: "locked" }) : row.calls ? el("span", { class: "tag bad", text: "calls" }) : el("span", { class: "tag good", text: "ready" }),
        el(
          "div",
          { class: "choices" },
          el("button", { text: "New code", onclick: () => code(row.terminal, row.title) }),
          el("button", { text: "Limits", onclick: () => limits(row) }),
          row.fault ? button("Clear fault", "clear-fault", { terminal: row.terminal }, { kind: "main" }) : withReason("Fault", `What does not work at ${row.title}`, "report-fault", { terminal: row.terminal }, { kind: "danger", field: "why" }),
          el("button", { class: "plain", text: "Refuse pay", onclick: () => refuse(row) }),
          el("button", { class: "plain", text: "Pay a round", onclick: () => payRound(row) }),
        ),
      ]),
      "No terminal is enrolled yet.",
    ),
  ];
}

function enrol() {
  const box = dialog("Enrol a terminal", form([{ name: "terminal", title: "Name: small letters, digits, dashes", required: true }, { name: "title", title: "Title" }], "Give a code", async ({ terminal, title }) => { await code(terminal, title); box.close(); }));
}

async function code(terminal, title) {
  try {
    const found = await post("/api/terminals", { terminal, title: title || "" });
    dialog(`Code for ${title || terminal}`, el("div", { class: "voucher" }, el("span", { class: "label", text: "Works once, within the hour" }), el("strong", { class: "amount", id: "code", text: found.code })), el("p", { class: "quiet", text: "Type it on the terminal's first page. A terminal that was enrolled under this name before is signed out by it." }));
  } catch (wrong) {
    toast(wrong.message, "wrong");
  }
}

function limits(row) {
  const box = dialog(
    `Limits of ${row.title}`,
    form(
      [
        { name: "table", title: "Table", choices: line.view.lobby.map((one) => ({ value: one.table, title: one.title })) },
        { name: "minimum", title: "Least wager there", inputmode: "decimal" },
        { name: "maximum", title: "Largest wager there", inputmode: "decimal" },
        { name: "lock", title: "Wait for an attendant from a win of", inputmode: "decimal" },
      ],
      "Set",
      async ({ table, minimum, maximum, lock }) => {
        const kept = (bounds) => Object.fromEntries(Object.entries(bounds).map(([name, amount]) => [name, cents(amount)]));
        await command("set-terminal", { terminal: row.terminal, minimum: { ...kept(row.minimum), ...(minimum ? { [table]: cents(minimum) } : {}) }, maximum: { ...kept(row.maximum), ...(maximum ? { [table]: cents(maximum) } : {}) }, "lock-at": cents(lock) });
        box.close();
      },
    ),
  );
}

function refuse(row) {
  const box = dialog(`Credited by a malfunction at ${row.title}`, form([{ name: "amount", title: "Amount that is not paid", required: true, inputmode: "decimal" }, { name: "reason", title: "Reason", required: true }], "Refuse", async ({ amount, reason }) => { await command("refuse-pay", { terminal: row.terminal, amount: cents(amount), reason }); box.close(); }));
}

function payRound(row) {
  const box = dialog(
    `Pay a round at ${row.title} by hand`,
    el("p", { class: "quiet", text: "Where the right result cannot be shown, the player is paid what it would have brought." }),
    form(
      [
        { name: "table", title: "Table", choices: line.view.lobby.map((one) => ({ value: one.table, title: one.title })) },
        { name: "round", title: "Round", type: "number", min: 1, required: true },
        { name: "amount", title: "Amount", inputmode: "decimal", required: true },
        { name: "reason", title: "Reason", required: true, maxlength: 400 },
      ],
      "Pay",
      async ({ table, round, amount, reason }) => {
        await command("pay-round", { terminal: row.terminal, table, round: Number(round), amount: cents(amount), reason });
        toast(`Pay ${shown(amount)} in cash`);
        box.close();
      },
    ),
  );
}

function owed() {
  const rows = (line.view.books?.terminals || []).flatMap((row) => Object.entries(row.owed).map(([session, amount]) => ({ row, session, amount })));
  return [
    el("h2", { text: "Owed after corrections" }),
    grid(
      ["Terminal", "Before cash-out", "Amount", ""],
      rows.map(({ row, session, amount }) => [row.title, session, shown(amount), el("div", { class: "choices" }, withReason(cents(amount) > 0 ? "Paid to the player" : "Collected", "How it was settled", "decide-owed", { terminal: row.terminal, session: Number(session), collected: true }, { kind: "main" }), cents(amount) < 0 ? withReason("Waive", "Why it is waived", "decide-owed", { terminal: row.terminal, session: Number(session), collected: false }) : null)]),
      "Nobody owes anything.",
    ),
  ];
}

function people() {
  const place = el("div", {}, el("p", { class: "quiet", text: "…" }));
  get("/api/people").then((rows) => fill(place, grid(["Name", "Title", "Roles", "Signs in"], rows.map((row) => [row.id, row.title, row.roles.join(", ") || "account only", row["signs-in"] ? "yes" : "no"]))));
  return [
    el("div", { class: "head" }, el("h2", { text: "People" }), el("button", { class: "main", text: "Add somebody", onclick: addPerson })),
    place,
  ];
}

function addPerson() {
  const box = dialog(
    "Add somebody",
    form(
      [
        { name: "person", title: "Name for signing in: small letters, digits, dashes", required: true },
        { name: "title", title: "Full name", required: true },
        { name: "role", title: "Role", choices: ["dealer", "attendant", "supervisor", "manager", "inspector", { value: "", title: "player with an account" }] },
      ],
      "Add",
      async ({ person, title, role }) => {
        const found = await post("/api/people", { person, title, roles: role ? [role] : [] });
        box.close();
        dialog(`First password of ${title}`, el("div", { class: "voucher" }, el("span", { class: "label", text: "Shown once" }), el("strong", { class: "amount", text: found.password })), el("p", { class: "quiet", text: "It is to be changed at the first sign-in." }));
      },
    ),
  );
}

start().catch((wrong) => toast(wrong.message, "wrong"));

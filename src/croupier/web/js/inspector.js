// The inspector: books, journal, audit. Everything may be read here, and nothing changed.

import { begin, feed, grid, tabs } from "./console.js";
import { el, fill, form, toast, words } from "./dom.js";
import { get } from "./house.js";
import { shown } from "./money.js";
import { recall } from "./panels.js";

const at = (name) => document.getElementById(name);
const KINDS = ["", "Happened", "RoundOpened", "Closed", "RoundOver", "Collected", "Posted", "VoucherIssued", "VoucherPaid", "ShoeSealed", "ShoeOpened", "TableOpened", "TableChanged", "TerminalEnrolled", "TerminalChanged", "TerminalSet", "PersonAdded", "Joined", "Left", "CorrectionProposed", "CorrectionMade", "CorrectionRejected"];
let line = null;
let body = null;

async function start() {
  await begin("Inspector", ["inspector"]);
  line = feed({ books: true, lobby: true }, () => {
    if (!body) body = tabs(at("desk"), { Audit: audit, Books: books, Vouchers: vouchers, Rounds: rounds, Journal: journal }, "inspector-tab");
  });
}

function audit() {
  const place = el("div", { class: "stack" }, el("p", { class: "quiet", text: "Checking …" }));
  get("/api/audit").then((found) =>
    fill(
      place,
      el("p", { class: "verdict" }, el("span", { class: `tag ${found.right ? "good" : "bad"}`, text: found.right ? "The books are right" : "The books are wrong" }), el("span", { class: `tag ${found.chain ? "good" : "bad"}`, text: `Journal: ${found.journal}` })),
      found.right ? el("p", { text: `${shown(found.accounts * 100)} accounts, ${shown(found.entries * 100)} postings, ${shown(found.events * 100)} events. Every account is what its meters come to, and all together hold nothing.` }) : el("p", { class: "wrong", text: found.why }),
      el("h2", { text: `Software: croupier ${found.version}` }),
      el("p", {}, "Hash of everything that is installed: ", el("code", { id: "software", text: found.software })),
      grid(["Table", "Rules in use (hash)"], Object.entries(found.rulesets || {}).map(([table, hash]) => [table, el("code", { text: hash })])),
    ),
  );
  return place;
}

function books() {
  const found = line.view.books;
  return [
    el("h2", { text: "Terminals" }),
    grid(
      ["Terminal", "Credits", "Meters: in / out", ""],
      found.terminals.map((row) => [el("strong", { text: row.title }), shown(row.credits), el("details", {}, el("summary", { text: `${Object.keys(row.meters).length} meters` }), el("dl", { class: "facts" }, Object.entries(row.meters).map(([kind, [came, went]]) => [el("dt", { text: words(kind) }), el("dd", { text: `${shown(came)} / ${shown(went)}` })]))), el("button", { class: "plain", text: "Recall", onclick: () => recall(`&terminal=${row.terminal}`) })]),
    ),
    el("h2", { text: "House" }),
    el("dl", { class: "facts", id: "house-meters" }, [["cash in", found.house.drop], ["vouchers in", found.house["vouchers-in"]], ["vouchers out", found.house["vouchers-out"]], ...Object.entries(found.house["paid-by-hand"])].map(([kind, amount]) => [el("dt", { text: words(kind) }), el("dd", { text: shown(amount) })])),
    grid(["Table", "Rounds", "Turnover", "Wins", "Held"], Object.entries(found.house.tables).map(([name, one]) => [name, String(one.rounds), shown(one.turnover), shown(one.wins), shown(one.held)])),
    el("h2", { text: "Accounts" }),
    grid(["Account", "Holds"], Object.entries(found.accounts).map(([name, amount]) => [name, shown(amount)])),
  ];
}

function vouchers() {
  return grid(["Number", "Amount", "Printed at", "Paid by"], line.view.books.vouchers.map((row) => [row.number, shown(row.amount), row.terminal, row["paid-by"] || "outstanding"]), "No voucher has been printed.");
}

function rounds() {
  const place = el("div", { class: "stack" }, el("p", { class: "quiet", text: "A round with all that happened in it, how every wager was settled, and what was booked for it; one that was corrected as it was and as it is." }));
  const look = async ({ table, round }) => {
    const found = await get(`/api/tables/${table}/rounds/${Number(round)}`);
    fill(place, el("p", { class: "quiet", text: `Opened ${new Date(found.opened).toLocaleString()}` }), found.versions.map(version));
  };
  const made = form([{ name: "table", title: "Table", choices: line.view.lobby.map((one) => ({ value: one.table, title: one.title })) }, { name: "round", title: "Round", type: "number", min: 1, required: true }], "Look", look);
  made.classList.add("inline");
  return [made, place];
}

/** A round as it was settled at one time: what happened, what was decided, what was booked. */
function version(one, number) {
  const lines = Object.values(one.lines).flat();
  return el(
    "section",
    { class: "panel version" },
    el("h2", { text: one.correction ? `Settled again: correction ${one.correction}` : number ? "Settled again" : "As it was played" }),
    one.correction ? el("p", { text: `${one.reason} (proposed by ${one.by}, approved by ${one.approved})` }) : null,
    el("details", {}, el("summary", { text: `${one.events.length} events` }), el("ol", {}, one.events.map((event) => el("li", { text: `${event.text} (${event.by})` })))),
    grid(["Box", "Wager", "Stake", "Result", "Net", "Clauses"], lines.map((row) => [`${row.seat}${row.bettor}`, row.wager, shown(row.stake), row.result, shown(row.net), row.clauses.join(", ")]), "Nobody had a wager."),
    el("details", {}, el("summary", { text: `${one.entries.length} entries in the books` }), grid(["From", "To", "Amount", "For"], one.entries.map((entry) => [entry.from, entry.to, shown(entry.amount), words(entry.for)]))),
  );
}

function journal() {
  const place = el("div", {});
  const search = async (values) => {
    const rows = await get(`/api/search?${new URLSearchParams(Object.entries(values).filter(([, value]) => value))}`);
    fill(
      place,
      grid(
        ["No.", "When", "What", "Facts"],
        rows.map(({ seq, at, what, ...more }) => [String(seq), new Date(at).toLocaleString(), words(what.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase()), el("code", { class: "facts", text: Object.entries(more).map(([key, value]) => `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`).join("  ") })]),
        "Nothing was found.",
      ),
    );
  };
  search({}).catch((wrong) => toast(wrong.message, "wrong"));
  const made = form([{ name: "text", title: "Text" }, { name: "what", title: "Kind", choices: KINDS.map((kind) => ({ value: kind, title: kind || "every kind" })) }, { name: "table", title: "Table" }, { name: "terminal", title: "Terminal or person" }], "Search", search);
  made.classList.add("inline");
  return [made, place];
}

start().catch((wrong) => toast(wrong.message, "wrong"));

// The dealer's console: no more bets, and what came: a number, dice, a card.

import { begin, button, feed } from "./console.js";
import { card, faces, pocket, result, said, sprites } from "./cards.js";
import "./countdown.js";
import { dialog, el, fill, settle, toast, words } from "./dom.js";
import { command, get } from "./house.js";
import { shown } from "./money.js";

const at = (name) => document.getElementById(name);
let table = new URLSearchParams(location.search).get("table") || "";
let line = null;
let own = null;

async function start() {
  own = await begin("Dealer", ["dealer", "supervisor"]);
  await sprites();
  const live = (await get("/api/lobby")).filter((row) => row.mode === "live");
  if (!live.length) {
    fill(at("desk"), el("p", { class: "panel quiet", text: "No table is live: automatic tables need no dealer. A manager opens one." }));
    return;
  }
  table = live.some((row) => row.table === table) ? table : live[0].table;
  fill(at("choose"), live.map((row) => el("option", { value: row.table, text: row.title, selected: row.table === table })));
  at("choose").addEventListener("change", () => {
    table = at("choose").value;
    line.watch({ tables: [table], deals: true });
  });
  line = feed({ tables: [table], deals: true }, show);
}

/** A result that was entered wrong stands until two others have put it right: the dealer says so here, and the console of a supervisor has what is proposed. */
function wrong(newest) {
  const boss = own.roles.some((role) => role === "supervisor" || role === "manager");
  const text = `Round ${newest.round} was entered wrong`;
  return boss
    ? el("a", { class: "button", href: `/manager.html?correct=${table}&round=${newest.round}`, text })
    : el("button", { text, onclick: () => dialog(text, el("p", { text: `Call a supervisor. Tell: table ${table}, round ${newest.round}, entered as ${newest.draws.join(", ")}. A supervisor proposes what really came, and a manager approves it; then the round is settled again. Do not enter it a second time.` })) });
}

/** Enter something. Until the table has been seen after it nothing else is entered: a key pressed twice is one card. */
async function enter(act) {
  at("enter").inert = true;
  try {
    await command("deal", { table, act });
  } catch (wrong) {
    toast(wrong.message, "wrong");
  }
  // What is shown next frees it; should nothing change, it is free again soon.
  setTimeout(() => (at("enter").inert = false), 700);
}

function show(found) {
  const view = found.tables[table];
  if (!view) return;
  const open = view.phase === "open";
  fill(at("phase"), view.fault ? `Out of order: ${view.fault}` : open ? "Bets are taken" : view.phase === "waits" ? "Players decide" : view.phase === "closed" ? "No more bets" : "Between rounds");
  at("phase").className = `call ${open ? "open" : "closed"}`;
  at("countdown").until(view.deadline, open ? view.times.betting : view.times.deciding, () => line.now());
  at("no-more-bets").disabled = !open;
  at("no-more-bets").onclick = () => enter("no-more-bets");
  const deal = view.deal || { wanted: "", draws: [], acts: {} };
  settle(at("enter"), [view.round, view.phase, deal, view.draws?.length], () => {
    at("enter").inert = false;
    return pad(view, deal);
  });
  settle(at("so-far"), view.drawn || [], () => (view.drawn?.length ? view.drawn.map(result) : el("span", { class: "quiet", text: "Nothing has come yet in this round." })));
  settle(at("past"), view.results.map((one) => [one.round, one.corrected]), () => (view.results.length ? view.results.slice(-20).reverse().map((one) => el("li", {}, one.drawn.slice(0, 8).map(result))) : el("li", { class: "quiet", text: "None yet." })));
  const newest = view.results.at(-1);
  settle(at("wrong"), newest?.round || 0, () => (newest ? wrong(newest) : null));
  fill(at("facts"), `Round ${view.round} · ${view.terminals} playing · bets from ${shown(view.minimum || 0)}${view.phase === "waits" && view.asked?.length ? ` · waiting for ${view.asked.join(", ")}` : ""}`);
  fill(at("fault"), view.fault ? null : button("Report a fault", "report-fault", () => ({ table, why: at("why").value || "reported by the dealer" }), { kind: "danger", sure: "Nothing will be taken at this table until the fault is cleared. Report it?" }));
}

function pad(view, deal) {
  if (view.phase === "open") return el("p", { class: "quiet", text: "Say “No more bets” first; then enter what came." });
  const acts = Object.entries(deal.acts).filter(([name, refusal]) => refusal === null && name !== "no-more-bets");
  return [
    deal.wanted ? el("h2", { id: "wanted", "data-place": deal.place, text: deal.wanted === "turn" ? `Turn the card of ${where(deal.place)}: what is it?` : deal.place ? `Card for ${where(deal.place)}${deal.hidden ? ", face down" : ""}: what came?` : `${words(deal.wanted)}: what came?` }) : el("p", { class: "quiet", text: "No result is awaited." }),
    deal.wanted ? keys(deal) : null,
    acts.length ? el("div", { class: "choices" }, acts.map(([name]) => el("button", { text: words(name), onclick: () => enter(`dealer ${name}`) }))) : null,
  ];
}

function keys(deal) {
  if (deal.wanted === "deal" || deal.wanted === "turn") return cards(deal);
  if (deal.wanted === "roll") return throws(deal);
  const sure = (draw) => confirm(`${draw}: is this what came?`) && enter(`${deal.wanted} ${draw}`);
  const numbers = deal.draws.every((draw) => /^\d+$/.test(draw));
  const draws = numbers ? [...deal.draws].sort((a, b) => Number(a) - Number(b) || a.length - b.length) : deal.draws;
  return el("div", { class: numbers ? "pad numbers" : "pad" }, draws.map((draw) => el("button", { class: `key pocket ${pocket(draw)} ${numbers && !Number(draw) ? "zero" : ""}`, "data-draw": draw, text: draw, onclick: () => sure(draw) })));
}

function throws(deal) {
  const number = faces(deal.draws[0] || "1-1").length;
  const chosen = Array(number).fill(0);
  const send = el("button", { class: "main", disabled: true, text: "Enter the throw", onclick: () => enter(`roll ${deal.draws.find((draw) => faces(draw).join("") === chosen.join("")) || deal.draws.find((draw) => faces(draw).sort().join("") === [...chosen].sort().join(""))}`) });
  return el(
    "div",
    { class: "throws" },
    chosen.map((_, die) => el("div", { class: "choices", role: "radiogroup", "aria-label": `Die ${die + 1}` }, [1, 2, 3, 4, 5, 6].map((face) => el("button", { class: "key face", role: "radio", "aria-label": String(face), onclick: (event) => {
      chosen[die] = face;
      for (const one of event.currentTarget.parentElement.children) one.setAttribute("aria-checked", String(one === event.currentTarget));
      send.disabled = chosen.includes(0);
    } }, result({ verb: "roll", what: String(face) }))))),
    send,
  );
}

/** Where the next card goes, in words: `2#1` is the first card of box 2. */
function where(place) {
  const [name, number] = place.split("#");
  const whose = /^\d/.test(name) ? `box ${name}` : name.replaceAll("-", " ");
  return number ? `${whose}, card ${number}` : whose;
}

function cards(deal) {
  const all = [..."shdc"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
  // A card that lies face down is entered as such, and named when it is turned.
  const act = (name) => (deal.wanted === "turn" ? `turn ${deal.place} ${name}` : `deal ${name}`);
  return el(
    "div",
    { class: "deck" },
    all.map((name) => el("button", { class: "key", "data-draw": name, "aria-label": said(name), onclick: () => enter(act(name)) }, card(name, { role: null, "aria-label": null, "aria-hidden": "true" }))),
    deal.hidden && deal.wanted === "deal" ? el("button", { class: "key down", "data-draw": "??", onclick: () => enter("deal ??") }, card("??", { role: null, "aria-label": null, "aria-hidden": "true" }), el("span", { text: "Face down" })) : null,
  );
}

start().catch((wrong) => toast(wrong.message, "wrong"));

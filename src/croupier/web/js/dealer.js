// The dealer's console: no more bets, and what came: a number, dice, a card.

import { begin, button, feed } from "./console.js";
import { card, pocket, result, sprites } from "./cards.js";
import "./countdown.js";
import { el, fill, settle, toast, words } from "./dom.js";
import { command, get } from "./house.js";
import { shown } from "./money.js";

const at = (name) => document.getElementById(name);
let table = new URLSearchParams(location.search).get("table") || "";
let line = null;

async function start() {
  await begin("Dealer", ["dealer", "supervisor"]);
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

async function enter(act) {
  try {
    await command("deal", { table, act });
  } catch (wrong) {
    toast(wrong.message, "wrong");
  }
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
  settle(at("enter"), [view.round, view.phase, deal], () => pad(view, deal));
  settle(at("so-far"), view.draws || [], () => (view.draws?.length ? view.draws.map(result) : el("span", { class: "quiet", text: "Nothing has come yet in this round." })));
  settle(at("past"), view.results.map((one) => one.round), () => view.results.slice(-20).reverse().map((one) => el("li", {}, one.draws.slice(0, 8).map(result))));
  fill(at("facts"), `Round ${view.round} · ${view.terminals} playing · bets from ${shown(view.minimum || 0)}${view.phase === "waits" && view.asked?.length ? ` · waiting for ${view.asked.join(", ")}` : ""}`);
  fill(at("fault"), view.fault ? null : button("Report a fault", "report-fault", () => ({ table, why: at("why").value || "reported by the dealer" }), { kind: "danger", sure: "Nothing will be taken at this table until the fault is cleared. Report it?" }));
}

function pad(view, deal) {
  if (view.phase === "open") return el("p", { class: "quiet", text: "Say “No more bets” first; then enter what came." });
  const acts = Object.entries(deal.acts).filter(([name, refusal]) => refusal === null && name !== "no-more-bets");
  return [
    deal.wanted ? el("h2", { text: `${words(deal.wanted)}: what came?` }) : el("p", { class: "quiet", text: "No result is awaited." }),
    deal.wanted ? keys(deal) : null,
    acts.length ? el("div", { class: "choices" }, acts.map(([name]) => el("button", { text: words(name), onclick: () => enter(`dealer ${name}`) }))) : null,
  ];
}

function keys(deal) {
  if (deal.wanted === "deal" || deal.wanted === "turn") return cards(deal);
  if (deal.wanted === "roll") return throws(deal);
  const sure = (draw) => confirm(`${draw}: is this what came?`) && enter(`${deal.wanted} ${draw}`);
  const wheel = deal.draws.every((draw) => /^\d+$/.test(draw));
  const draws = wheel ? [...deal.draws].sort((a, b) => Number(a) - Number(b) || a.length - b.length) : deal.draws;
  return el("div", { class: wheel ? "pad wheel" : "pad" }, draws.map((draw) => el("button", { class: `key pocket ${pocket(draw)} ${wheel && !Number(draw) ? "zero" : ""}`, "data-draw": draw, text: draw, onclick: () => sure(draw) })));
}

function throws(deal) {
  const number = (deal.draws[0] || "1-1").match(/[1-6]/g).length;
  const chosen = Array(number).fill(0);
  const send = el("button", { class: "main", disabled: true, text: "Enter the throw", onclick: () => enter(`roll ${deal.draws.find((draw) => draw.match(/[1-6]/g).join("") === chosen.join("")) || deal.draws.find((draw) => [...draw.match(/[1-6]/g)].sort().join("") === [...chosen].sort().join(""))}`) });
  return el(
    "div",
    { class: "throws" },
    chosen.map((_, die) => el("div", { class: "choices", role: "radiogroup", "aria-label": `Die ${die + 1}` }, [1, 2, 3, 4, 5, 6].map((face) => el("button", { class: "key face", role: "radio", "aria-label": String(face), onclick: (event) => {
      chosen[die] = face;
      for (const one of event.currentTarget.parentElement.children) one.setAttribute("aria-checked", String(one === event.currentTarget));
      send.disabled = chosen.includes(0);
    } }, result(`roll ${face}`))))),
    send,
  );
}

function cards(deal) {
  const all = [..."shdc"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
  return el("div", { class: "deck" }, all.map((name) => el("button", { class: "key", "data-draw": name, "aria-label": name, onclick: () => enter(`${deal.wanted} ${name}`) }, card(name))), deal.hidden ? el("button", { class: "key", "aria-label": "Face down", onclick: () => enter("deal ??") }, card("??")) : null);
}

start().catch((wrong) => toast(wrong.message, "wrong"));

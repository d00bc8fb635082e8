// The public display of a table: countdown, the last result, the last numbers or the roads, jackpots.

import { result, sprites } from "./cards.js";
import "./countdown.js";
import { drawing, el, fill, settle, toast, words } from "./dom.js";
import { Feed } from "./feed.js";
import "./felt.js";
import { shown } from "./money.js";

const at = (name) => document.getElementById(name);
const table = new URLSearchParams(location.search).get("table") || "";
let feed = null;
let drawn = "";

async function start() {
  await sprites();
  feed = new Feed({ tables: [table] });
  feed.addEventListener("view", (event) => show(event.detail.tables[table]));
}

async function show(view) {
  if (!view) {
    fill(at("title"), "There is no such table");
    return;
  }
  document.title = `${view.title} · croupier`;
  fill(at("title"), view.title);
  fill(at("limits"), `Bets from ${shown(view.minimum || 0)}${view.maximum ? ` to ${shown(view.maximum)}` : ""}`);
  const open = view.phase === "open";
  fill(at("call"), view.fault ? "Out of order" : !view.open ? "Closed" : open ? "Place your bets" : view.terminals ? "No more bets" : "Waiting for players");
  at("call").className = `call ${open ? "open" : "closed"}`;
  at("countdown").until(view.deadline, open ? view.times.betting : view.times.deciding, () => feed.now());
  const newest = view.results.filter((one) => one.draws.length).at(-1);
  settle(at("newest"), [newest?.round, newest?.corrected], () => (newest ? newest.draws.slice(0, 10).map(result) : el("span", { class: "quiet", text: "No result yet" })));
  settle(at("past"), view.results.map((one) => [one.round, one.corrected]), () => view.results.filter((one) => one.draws.length && one.draws.length < 4).slice(0, -1).slice(-30).reverse().map((one) => el("li", {}, one.draws.map(result))));
  settle(at("jackpots"), view.jackpots, () => Object.entries(view.jackpots).map(([name, amount]) => el("div", { class: "jackpot" }, el("span", { text: words(name) }), el("strong", { text: shown(amount) }))));
  settle(at("roads"), view["results-of"], () => roads(view["results-of"]));
  const key = view.ruleset;
  if (!view.apart && drawn !== key) {
    drawn = key;
    await at("felt").draw(table);
  }
  at("felt").hidden = view.apart;
  at("newest").hidden = !view.apart;
  if (!view.apart) at("felt").show({ wagers: view.wagers.map((one) => ({ ...one, mine: false })), places: view.phase === "over" ? view.finished : view.places, family: view.family, open, mine: [] });
  if (view.commitment) fill(at("sealed"), `The shoe is sealed: ${view.commitment.slice(0, 16)}…`);
}

function roads(results) {
  if (!results.length) return [];
  const place = el("div", { class: "road" });
  fetch(`/api/roads/${table}.svg`).then(async (answer) => answer.ok && fill(place, drawing(await answer.text())));
  return place;
}

start().catch((wrong) => toast(wrong.message, "wrong"));

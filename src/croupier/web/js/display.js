// The public display of a table: countdown, the last result, the last numbers or the roads, jackpots.

import { result, sprites } from "./cards.js";
import "./countdown.js";
import { el, fill, settle, toast, words } from "./dom.js";
import { Feed } from "./feed.js";
import "./felt.js";
import { histories } from "./histories.js";
import { shown } from "./money.js";

const at = (name) => document.getElementById(name);
const table = new URLSearchParams(location.search).get("table") || "";
const NARROW = matchMedia("(max-width: 760px)");
let feed = null;
let drawn = "";

async function start() {
  await sprites();
  feed = new Feed({ tables: [table] });
  feed.addEventListener("view", (event) => show(event.detail.tables[table]));
  NARROW.addEventListener("change", () => feed.view && show(feed.view.tables[table]));
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
  const newest = view.results.filter((one) => one.drawn.length).at(-1);
  settle(at("newest"), [newest?.round, newest?.corrected], () => (newest ? newest.drawn.slice(0, 10).map(result) : el("span", { class: "quiet", text: "No result yet" })));
  settle(at("past"), view.results.map((one) => [one.round, one.corrected]), () => view.results.filter((one) => one.drawn.length && one.drawn.length < 4 && !view.histories.length).slice(0, -1).slice(-30).reverse().map((one) => el("li", {}, one.drawn.map(result))));
  settle(at("jackpots"), view.jackpots, () => Object.entries(view.jackpots).map(([name, amount]) => el("div", { class: "jackpot" }, el("span", { text: words(name) }), el("strong", { text: shown(amount) }))));
  histories(at("roads"), table, view, ["big", "eye", "small", "cockroach", "numbers", "hot-cold", "throws"]);
  // A telephone has room for the boxes that are taken.
  const taken = NARROW.matches && view.boxes ? Object.keys(view.seats).filter((seat) => /^\d+$/.test(seat)).sort().slice(0, 7) : [];
  const boxes = NARROW.matches && view.boxes && !taken.length ? ["1"] : taken;
  const key = `${view.ruleset} ${NARROW.matches} ${boxes}`;
  if (view.cloth && drawn !== key) {
    drawn = key;
    await at("felt").draw(table, boxes, NARROW.matches);
  }
  at("felt").hidden = !view.cloth;
  at("newest").hidden = view.boxes;
  const over = view.phase === "over";
  if (view.cloth) at("felt").show({ wagers: view.wagers.map((one) => ({ ...one, mine: false })), places: over ? view.finished : view.places, totals: over ? view["finished-totals"] : view.totals, open, mine: [] });
  if (view.commitment) fill(at("sealed"), `The shoe is sealed: ${view.commitment.slice(0, 16)}…`);
}

start().catch((wrong) => toast(wrong.message, "wrong"));

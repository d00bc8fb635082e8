// The player terminal: the state of one table, and what a tap does.

import { result, spoken, sprites } from "./cards.js";
import "./countdown.js";
import { decisions } from "./decisions.js";
import { el, fill, refused, settle, toast, words } from "./dom.js";
import { Feed } from "./feed.js";
import "./felt.js";
import { me } from "./house.js";
import { cents, plain, shown } from "./money.js";
import { histories } from "./histories.js";
import { amount, cashOut, gain, help, insertVoucher, lines, played, recall, rules, staked, won } from "./panels.js";
import "./tray.js";

const table = new URLSearchParams(location.search).get("table") || "";
const NARROW = matchMedia("(max-width: 760px)");
const at = (name) => document.getElementById(name);
const felt = at("felt");
const tray = at("tray");
const countdown = at("countdown");
let feed = null;
let view = null;
let own = null;
let drawn = "";
let laid = [];
let joined = false;
let announced = 0;
let heard = null;

async function start() {
  own = await me();
  if (own.kind !== "terminal") {
    location.replace("/");
    return;
  }
  await sprites();
  feed = new Feed({ tables: [table] });
  feed.addEventListener("view", (event) => show(event.detail));
  feed.addEventListener("line", (event) => at("line").toggleAttribute("hidden", event.detail));
  feed.addEventListener("ended", () => location.replace("/"));
  NARROW.addEventListener("change", () => view && drawFelt());
  setInterval(() => view && called(), 250);
  felt.addEventListener("spot", (event) => bet(event.detail));
  felt.addEventListener("lift", (event) => lift(event.detail));
  for (const [name, act] of Object.entries({ undo, clear, repeat, double, collect, leave })) at(name).addEventListener("click", act);
  at("rules").addEventListener("click", () => rules(table));
  at("recall").addEventListener("click", () => recall());
  at("buy").addEventListener("click", () => insertVoucher(feed));
  at("cash").addEventListener("click", () => cashOut(feed, feed.view.me.credits));
  at("help").addEventListener("click", () => help(feed));
  // What is shown over the table on a telephone stands clear of the dock.
  new ResizeObserver(([dock]) => document.documentElement.style.setProperty("--dock", `${dock.target.offsetHeight}px`)).observe(document.querySelector(".dock"));
}

// What is seen.

async function show(found) {
  const before = view;
  view = found.tables[table];
  if (!view) {
    fill(at("call"), "There is no such table");
    return;
  }
  if (!view.mine.length && !joined && view.open) {
    joined = true;
    const answer = await feed.ask("join", { table });
    if (!answer.done) toast(refused(answer), "wrong");
    return;
  }
  if (!before || before.round !== view.round) {
    laid = [];
    // What the last round came to does not lie over the bets of the next.
    at("outcome").classList.remove("seen");
  }
  document.title = `${view.title} · croupier`;
  fill(at("title"), view.title);
  fill(at("limits"), limits(found.me));
  const least = cents(found.me.minimum[table] || view.minimum);
  tray.offer(least, cents(found.me.maximum[table] || view.maximum));
  fill(at("credits"), shown(found.me.credits));
  fill(at("staked"), shown(stake()));
  fill(at("last-bet"), view.last ? shown(staked(view.last)) : "–");
  fill(at("last-won"), view.last ? shown(won(view.last)) : "–");
  fill(at("last-result"), view.last ? said(view.last) : "–");
  await drawFelt();
  const over = view.phase === "over";
  felt.show({ wagers: wagers(), places: over ? view.finished : view.places, totals: over ? view["finished-totals"] : view.totals, open: isOpen(), mine: view.apart ? [] : view.mine, came: came() });
  const settled = view.phase === "over" && view.last?.round === view.round ? view.last : null;
  settle(at("last"), view.last ? `${view.last.round} ${view.last.corrected}` : "none", () => last(settled || view.last));
  settle(at("results"), view.results.map((one) => `${one.round} ${one.corrected}`), () => strip());
  at("jackpots").hidden = !Object.keys(view.jackpots).length;
  settle(at("jackpots"), view.jackpots, () => Object.entries(view.jackpots).map(([name, amount]) => el("p", {}, el("span", { class: "quiet", text: `Jackpot: ${words(name)}` }), el("strong", { text: shown(amount) }))));
  histories(at("history"), table, view, ["big", "hot-cold", "throws"]);
  decisions(at("decisions"), view, act);
  called();
  const lies = view.laid.reduce((sum, one) => sum + cents(one.stake), 0);
  at("collect").hidden = !lies;
  fill(at("collect"), `Collect ${shown(lies)}`);
  for (const name of ["undo", "clear", "double"]) at(name).disabled = !isOpen() || !stake();
  at("repeat").disabled = !isOpen() || !view.last;
  const stopped = found.me.fault || found.me.lock || view.fault || (!view.open ? "This table is closed" : "");
  at("stopped").hidden = !stopped;
  fill(at("stopped"), stopped ? `${words(stopped)}. An attendant has been told.` : "");
  announce(settled);
  Object.assign(document.body.dataset, { round: view.round, phase: view.phase });
}

function limits(own) {
  const least = own.minimum[table] || view.minimum;
  const most = own.maximum[table] || view.maximum;
  return `Bets from ${shown(least)}${most ? ` to ${shown(most)}` : ""} credits`;
}

function isOpen() {
  return view.phase === "open" && !view.fault && (!view.deadline || feed.now() < view.deadline);
}

function called() {
  const open = isOpen();
  const waits = view.phase === "waits" && view.acts.some((question) => question.who !== "*" && Object.values(question.acts).some((refusal) => refusal === null));
  const [text, kind] = open ? ["Place your bets", "open"] : waits ? ["Your decision", "asks"] : ["No more bets", "closed"];
  const call = at("call");
  if (call.textContent !== text) fill(call, text);
  call.className = `call ${kind}`;
  countdown.until(open || view.phase === "waits" ? view.deadline : null, open ? view.times.betting : view.times.deciding, () => feed.now());
  document.body.classList.toggle("betting", open);
  document.body.classList.toggle("asked", waits);
}

function isMine(wager) {
  return view.apart || view.mine.includes(`${wager.seat}${wager.bettor && wager.bettor !== "a" ? wager.bettor : ""}`);
}

function wagers() {
  const lying = view.laid.map((one) => ({ seat: one.seat, on: one.on, stake: one.stake, mine: true, won: true, laid: true }));
  if (view.phase !== "over") return [...view.wagers.map((one) => ({ ...one, mine: isMine(one) })), ...lying];
  if (view.last?.round !== view.round) return lying;
  const known = new Set(lying.map((one) => one.on));
  return [...view.last.lines.filter((line) => line.result === "win" && !known.has(line.wager)).map((line) => ({ seat: line.seat, on: line.wager, stake: plain(cents(line.stake) + cents(line.net)), mine: true, won: true })), ...lying];
}

/** The wager that lies on what has just come, where one lies on a result itself. */
function came() {
  const newest = view.results.at(-1)?.drawn[0];
  return view.spot && view.phase === "over" && newest ? `${view.spot}:${newest.what}` : "";
}

function mine() {
  return view.phase === "over" ? [] : view.wagers.filter(isMine);
}

function stake() {
  return mine().reduce((sum, one) => sum + cents(one.stake), 0);
}

async function drawFelt() {
  const seats = !view.boxes || !NARROW.matches ? [] : view.mine.filter((seat) => /^\d+$/.test(seat));
  const key = `${view.ruleset} ${seats} ${NARROW.matches}`;
  if (drawn === key) return;
  drawn = key;
  await felt.draw(table, seats, NARROW.matches);
}

function said(round) {
  if (round.round in view.winners) return words(view.winners[round.round]);
  if (view.boxes) return words([...new Set(played(round).map((line) => line.result))].join(", ")) || "–";
  return round.drawn.map((draw) => draw.what).join(" ") || "–";
}

function last(round) {
  if (!round) return el("p", { class: "quiet", text: "Your last round is shown here, with the reason for every payment." });
  const net = gain(round);
  return [
    el("h2", {}, `Round ${round.round}`, el("span", { class: `net ${net > 0 ? "win" : net < 0 ? "lose" : ""}`, text: `${net > 0 ? "+" : ""}${shown(net)}` })),
    el("div", { class: "results" }, round.drawn.slice(0, 12).map(result)),
    lines(played(round)),
  ];
}

function strip() {
  const few = view.results.filter((one) => one.drawn.length && one.drawn.length < 4).slice(-14).reverse();
  return few.length ? few.map((one) => el("li", {}, one.drawn.map(result))) : el("li", { class: "quiet", text: view.boxes ? "" : "no results yet" });
}

/** Whoever does not see the table hears what came, also without a bet on it. */
function tell() {
  const newest = view.results.at(-1);
  const first = heard === null;
  if (heard === (newest?.round || 0)) return;
  heard = newest?.round || 0;
  if (!first && view.phase === "over") fill(at("told"), `Result: ${newest.drawn.map(spoken).join(", ")}`);
}

function announce(settled) {
  tell();
  if (!settled || announced === settled.round) return;
  announced = settled.round;
  if (!played(settled).length) return;
  const net = gain(settled);
  const text = net > 0 ? `You won ${shown(net)}` : net < 0 ? `You lost ${shown(-net)}` : "Even";
  settle(at("outcome"), `${settled.round}`, () => el("div", { class: "box" }, settled.drawn.length < 4 ? el("span", { class: "results" }, settled.drawn.map(result)) : null, el("strong", { class: net > 0 ? "win" : "", text })));
  at("outcome").classList.add("seen");
  setTimeout(() => at("outcome").classList.remove("seen"), 6000);
}

// What is done.

async function act(text, title = "") {
  const answer = await feed.ask("play", { table, act: text });
  if (answer.done) return true;
  const wanted = answer.given?.wanted;
  if (wanted) {
    const first = Math.max(0, ...mine().map((one) => cents(one.stake)));
    amount(title || words(text), cents(wanted), [first, 2 * first, 3 * first, 4 * first, tray.amount], (much) => act(`${text} ${much}`));
    return false;
  }
  toast(refused(answer), "wrong");
  return false;
}

function box(seat) {
  return view.apart ? "" : `${seat || view.mine[0]} `;
}

/** Whose a wager is: `2`, or `2b` for somebody who bets on box 2 behind another. */
function person(wager) {
  return `${wager.seat}${wager.bettor || ""}`;
}

async function bet({ wager, seat, element }) {
  if (!isOpen()) {
    toast(refused({ why: "No more bets", clause: view["no-more-bets-clause"] }), "wrong");
    return;
  }
  if (seat && !view.apart && !view.mine.includes(seat)) {
    if (view.seats[seat]) {
      toast(`Box ${seat} is taken`, "wrong");
      return;
    }
    const answer = await feed.ask("join", { table, seats: [seat] });
    if (!answer.done) {
      toast(refused(answer), "wrong");
      return;
    }
  }
  const much = tray.amount;
  felt.asking(element, true);
  const done = await act(`${box(seat)}bet ${wager} ${plain(much)}`);
  felt.asking(element, false);
  if (done) laid.push({ seat, wager, much });
}

async function lift({ wager, seat }) {
  const there = mine().find((one) => one.on === wager && (!seat || one.seat === seat));
  if (there && isOpen()) await act(`${box(seat)}remove ${wager}`);
}

async function undo() {
  const one = laid.pop();
  if (one) {
    await act(`${box(one.seat)}remove ${one.wager} ${plain(one.much)}`);
    return;
  }
  const there = mine().at(-1);
  if (there) await act(`${box(person(there))}remove ${there.on}`);
}

async function clear() {
  laid = [];
  for (const one of mine().reverse()) await act(`${box(person(one))}remove ${one.on}`);
}

async function repeat() {
  for (const one of view.last.bets.filter(isMine)) {
    if (await act(`${box(person(one))}bet ${one.on} ${one.stake}`)) laid.push({ seat: view.apart ? "" : person(one), wager: one.on, much: cents(one.stake) });
  }
}

async function double() {
  for (const one of mine()) {
    const much = cents(one.stake);
    if (!(await act(`${box(person(one))}bet ${one.on} ${one.stake}`))) return;
    laid.push({ seat: view.apart ? "" : person(one), wager: one.on, much });
  }
}

async function collect() {
  const answer = await feed.ask("collect", { table });
  if (!answer.done) toast(refused(answer), "wrong");
}

async function leave() {
  if (view?.mine.length) await feed.ask("leave", { table });
  location.assign("/");
}

start().catch((wrong) => toast(wrong.message, "wrong"));

// Decisions as large buttons: what may be done, and beside it what may not, with the reason.

import { card, total } from "./cards.js";
import { el, settle, words } from "./dom.js";

const FIRST = ["hit", "stand", "double", "split", "play", "bet", "call", "raise", "check", "fold"];
const STAKES = /^(bet|remove|call-on|call-off|change)( |$)/;

/** Fill a place with the decisions of whoever sits here. */
export function decisions(place, view, act) {
  const mine = view.acts.filter((question) => question.who !== "*");
  const anybody = view.acts.filter((question) => question.who === "*");
  const asked = view.phase === "waits" ? mine : [];
  const more = allowed(anybody, view.phase === "open").concat(view.phase === "open" ? allowed(mine, true) : []);
  const key = { phase: view.phase, round: view.round, asked, more, places: view.phase === "waits" ? view.places : 0 };
  settle(place, key, () => [
    ...asked.filter((question) => Object.values(question.acts).includes(null)).map((question) => hand(question, view, act)),
    more.length ? el("div", { class: "buttons small" }, more.map((name) => el("button", { class: "plain", text: words(name), onclick: () => act(name, words(name)) }))) : null,
  ]);
}

function allowed(questions, open) {
  const found = questions.flatMap((question) => Object.entries(question.acts).filter(([name, refusal]) => refusal === null && (!open || !STAKES.test(name))).map(([name]) => name));
  return [...new Set(found)];
}

function hand(question, view, act) {
  const cards = view.places[question.who] || [];
  const rank = (name) => (FIRST.indexOf(name) + 1 || 99);
  const acts = Object.entries(question.acts).sort(([a], [b]) => rank(a) - rank(b));
  const can = acts.filter(([, refusal]) => refusal === null);
  const not = acts.filter(([, refusal]) => refusal !== null);
  const count = total(view.family, cards);
  return el(
    "section",
    { class: "hand", "aria-label": `Box ${question.who}` },
    el("div", { class: "cards" }, cards.map((one) => card(one)), el("span", { class: "count", text: count || (cards.length ? "" : `Box ${question.who}`) })),
    el("div", { class: "buttons" }, can.map(([name]) => el("button", { class: `decision ${name.split(" ")[0]}`, text: words(name), onclick: (event) => once(event, () => act(`${question.who} ${name}`, words(name))) }))),
    not.length ? el("details", { class: "not" }, el("summary", { text: "Why not …" }), el("ul", {}, not.map(([name, refusal]) => el("li", {}, el("strong", { text: words(name) }), ` ${refusal.why} `, refusal.clause ? el("span", { class: "clause", text: refusal.clause }) : null)))) : null,
  );
}

async function once(event, doing) {
  const buttons = [...event.target.parentElement.children];
  for (const button of buttons) button.disabled = true;
  await doing();
  for (const button of buttons) button.disabled = false;
}

// Decisions as large buttons: what may be done, and beside it what may not, with the reason.

import { card, said } from "./cards.js";
import { el, settle, words } from "./dom.js";

const FIRST = ["hit", "stand", "double", "split", "play", "bet", "call", "raise", "check", "fold"];
const STAKES = ["bet", "remove", "call-on", "call-off", "change"];

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
  const found = questions.flatMap((question) => Object.entries(question.acts).filter(([name, refusal]) => refusal === null && (!open || !STAKES.includes(question.verbs[name]))).map(([name]) => name));
  return [...new Set(found)];
}

function hand(question, view, act) {
  const cards = view.places[question.who] || [];
  const rank = (name) => (FIRST.indexOf(name) + 1 || 99);
  const acts = Object.entries(question.acts).sort(([a], [b]) => rank(a) - rank(b));
  const can = acts.filter(([, refusal]) => refusal === null);
  const not = acts.filter(([, refusal]) => refusal !== null);
  const count = view.totals?.[question.who];
  const holds = view["holds-cards"];
  return el(
    "section",
    { class: "hand", "aria-label": `Box ${question.who}` },
    el("div", { class: "cards" }, cards.map((one) => card(one)), el("span", { class: "count", text: count || (cards.length ? "" : `Box ${question.who}`) })),
    holds && question.acts.hold === null ? holding(question, view, act) : null,
    el("div", { class: "buttons" }, can.filter(([name]) => name !== "hold" || !holds).map(([name]) => el("button", { class: `decision ${question.verbs[name]}`, text: words(name), onclick: (event) => once(event, () => act(`${question.who} ${name}`, words(name))) }))),
    not.length ? el("details", { class: "not" }, el("summary", { text: "Why not …" }), el("ul", {}, not.map(([name, refusal]) => el("li", {}, el("strong", { text: words(name) }), ` ${refusal.why} `, refusal.clause ? el("span", { class: "clause", text: refusal.clause }) : null)))) : null,
  );
}

/** Which of the cards on the table are held: each is a switch, and one button says it. */
function holding(question, view, act) {
  const board = view.places.board || [];
  const held = new Set();
  const send = el("button", { class: "decision hold", text: "Hold none", disabled: true, onclick: (event) => once(event, () => act(`${question.who} hold ${held.size === board.length ? "all" : [...held].join("+")}`)) });
  const choose = (one) =>
    el(
      "button",
      {
        class: "held",
        "aria-pressed": "false",
        "aria-label": `Hold ${said(one)}`,
        onclick: (event) => {
          held.has(one) ? held.delete(one) : held.add(one);
          event.currentTarget.setAttribute("aria-pressed", String(held.has(one)));
          send.textContent = held.size ? `Hold ${held.size}` : "Hold none";
          send.disabled = !held.size;
        },
      },
      card(one, { role: null, "aria-label": null, "aria-hidden": "true" }),
    );
  return el("div", { class: "holding" }, el("div", { class: "cards", role: "group", "aria-label": "Cards to hold" }, board.map(choose)), send);
}

async function once(event, doing) {
  const buttons = [...event.target.parentElement.children];
  for (const button of buttons) button.disabled = true;
  await doing();
  for (const button of buttons) button.disabled = false;
}

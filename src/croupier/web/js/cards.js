// Cards, dice and pockets: drawn from the sprites, and said in words.

import { drawing, el, svg, words } from "./dom.js";

const RANKS = { A: "ace", K: "king", Q: "queen", J: "jack", T: "10" };
const SUITS = { h: "hearts", d: "diamonds", s: "spades", c: "clubs" };
const REDS = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36].map(String));

/** Put the sprites into the page, once. */
export async function sprites() {
  const sheet = drawing(await (await fetch("/felt/sprites.svg")).text());
  document.body.prepend(sheet);
}

/** Which symbol a card is. */
export function symbol(card) {
  if (!card || card.includes("?")) return "#card-back";
  return /^[A2-9TJQK][hdsc]$/.test(card) ? `#card-${card}` : "#card-Jk";
}

/** A card in words. */
export function said(card) {
  if (!card || card.includes("?")) return "face down";
  return /^[A2-9TJQK][hdsc]$/.test(card) ? `${RANKS[card[0]] || card[0]} of ${SUITS[card[1]]}` : card;
}

/** A picture of a card. */
export function card(name, attributes = {}) {
  return svg("svg", { class: "card", viewBox: "0 0 100 140", role: "img", "aria-label": said(name), ...attributes }, svg("use", { href: symbol(name) }));
}

/** The colour of a pocket. */
export function pocket(name) {
  return REDS.has(name) ? "red" : /^0+$/.test(name) ? "green" : /^\d+$/.test(name) && Number(name) <= 36 ? "black" : "plain";
}

/** A draw as a picture: `{ verb: "spin", what: "17" }`, `{ verb: "roll", what: "4-3" }`, `{ verb: "deal", what: "6h" }`. */
export function result({ verb, what }) {
  if (verb === "deal" || verb === "turn") return card(what);
  if (verb === "roll") return el("span", { class: "dice", role: "img", "aria-label": `dice ${faces(what).join(" and ")}` }, faces(what).map((face) => svg("svg", { class: "die", viewBox: "0 0 40 40" }, svg("use", { href: `#die-${face}` }))));
  return el("span", { class: `pocket ${pocket(what)}`, text: what });
}

/** A draw in words: `17 red`, `dice 4 and 3`, `6 of hearts`. */
export function spoken({ verb, what }) {
  if (verb === "deal" || verb === "turn") return said(what);
  if (verb === "roll") return `dice ${faces(what).join(" and ")}`;
  const colour = pocket(what);
  return colour === "plain" || colour === "green" ? words(what) : `${what} ${colour}`;
}

/** The faces of dice in a throw: `4-3`. */
export function faces(thrown) {
  return thrown.match(/[1-6]/g) || [];
}

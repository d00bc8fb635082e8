// <table-felt>: the layout of a table. A tap on a spot is a bet; chips and cards lie where they lie. The tab key stops once here, and arrows go from spot to spot.

import { card, said, symbol } from "./cards.js";
import { drawing, svg } from "./dom.js";
import { cents, chips, shown } from "./money.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class TableFelt extends HTMLElement {
  /** Draw the felt; `seats` are the boxes shown. */
  async draw(table, seats = [], upright = false) {
    const query = new URLSearchParams({ ...(seats.length ? { seats: seats.join(",") } : {}), ...(upright ? { upright: "true" } : {}) });
    const wanted = (this.wanted = `${table}?${query}`);
    this.classList.add("drawing");
    const text = await (await fetch(`/api/felt/${table}.svg?${query}`)).text();
    // Somebody turned the telephone meanwhile: the newer drawing counts.
    if (this.wanted !== wanted) return;
    this.sheet = drawing(text);
    this.classList.toggle("upright", upright);
    this.replaceChildren(this.sheet);
    this.spots = [...this.querySelectorAll(".spot")];
    this.stops = this.spots.filter((spot) => !spot.classList.contains("later"));
    this.stops.forEach((spot, at) => spot.setAttribute("tabindex", at ? "-1" : "0"));
    for (const spot of this.spots) {
      spot.addEventListener("click", () => this.taken(spot));
      spot.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          this.taken(spot);
        } else if (event.key === "Delete" || event.key === "Backspace") {
          this.taken(spot, "lift");
        } else if (STEPS[event.key] || event.key === "Home" || event.key === "End") {
          event.preventDefault();
          this.stop(event.key === "Home" ? this.stops[0] : event.key === "End" ? this.stops.at(-1) : this.next(spot, STEPS[event.key]));
        }
      });
      spot.addEventListener("focus", () => this.stop(spot, false));
      spot.addEventListener("contextmenu", (event) => {
        event.preventDefault();
        this.taken(spot, "lift");
      });
    }
    this.classList.remove("drawing");
    if (this.last) this.show(this.last);
  }

  /** The one spot that the tab key reaches; arrows go on from it. */
  stop(spot, focus = true) {
    if (!spot || spot.classList.contains("later")) return;
    for (const one of this.stops) one.setAttribute("tabindex", one === spot ? "0" : "-1");
    if (focus) spot.focus();
  }

  /** The nearest spot to one side: far away sideways counts more than far ahead. */
  next(spot, [dx, dy]) {
    const middle = (one) => {
      const box = one.querySelector(".hit").getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x, y] = middle(spot);
    let best = null;
    let least = Infinity;
    for (const one of this.stops) {
      const [a, b] = middle(one);
      const ahead = (a - x) * dx + (b - y) * dy;
      const aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
      if (one !== spot && ahead > 2 && ahead + 3 * aside < least) {
        least = ahead + 3 * aside;
        best = one;
      }
    }
    return best;
  }

  taken(spot, kind = "spot") {
    if (spot.classList.contains("later")) return;
    this.dispatchEvent(new CustomEvent(kind, { detail: { wager: spot.dataset.wager, seat: spot.dataset.seat, element: spot } }));
  }

  /** Show wagers and cards: `{ wagers: [{ seat, on, stake, mine, won, laid }], places, totals, open, mine, came }`. */
  show(state) {
    this.last = state;
    if (!this.sheet) return;
    const by = new Map();
    for (const wager of state.wagers) {
      const spot = this.spots.find((one) => one.dataset.wager === wager.on && (one.dataset.seat === "" || one.dataset.seat === wager.seat));
      if (spot) by.set(spot, [...(by.get(spot) || []), wager]);
    }
    for (const spot of this.spots) {
      const here = by.get(spot) || [];
      spot.classList.toggle("closed", !state.open && !here.length);
      spot.classList.toggle("won", here.some((one) => one.won));
      spot.classList.toggle("came", Boolean(state.came) && spot.dataset.wager === state.came);
      spot.classList.toggle("theirs", spot.dataset.seat !== "" && !state.mine.includes(spot.dataset.seat));
      spot.setAttribute("aria-disabled", String(!state.open));
      this.lay(spot, here);
    }
    this.deal(state);
  }

  lay(spot, wagers) {
    const place = spot.querySelector(".chips");
    const key = wagers.map((one) => `${one.stake} ${one.mine} ${one.won || ""} ${one.laid || ""}`).join();
    if (place.dataset.key === key) return;
    place.dataset.key = key;
    place.replaceChildren();
    const own = wagers.filter((one) => one.mine);
    const others = wagers.filter((one) => !one.mine);
    if (others.length) place.append(...this.stack(others.reduce((sum, one) => sum + cents(one.stake), 0), own.length ? 16 : 0, true));
    if (own.length) place.append(...this.stack(own.reduce((sum, one) => sum + cents(one.stake), 0), 0, false));
    spot.dataset.said ||= spot.getAttribute("aria-label");
    const sum = own.reduce((whole, one) => whole + cents(one.stake), 0);
    spot.setAttribute("aria-label", own.length ? `${spot.dataset.said}, ${shown(sum)} ${own.some((one) => one.won) ? "won" : "bet"}` : spot.dataset.said);
  }

  stack(amount, aside, other) {
    const size = Math.min(36, this.room || 34);
    const pile = chips(amount, 4).reverse();
    const drawn = pile.map((chip, at) => svg("use", { href: `#chip-${chip}`, x: aside - size / 2, y: -size / 2 - at * 4, width: size, height: size, class: other ? "chip theirs" : "chip" }));
    const text = shown(amount);
    if (pile.length === 1 && pile[0] * 100 === amount) return drawn;
    const wide = 12 + text.length * 7.5;
    const top = -pile.length * 4 + 4;
    drawn.push(svg("g", { class: "sum" }, svg("rect", { x: aside - wide / 2, y: top - 9, width: wide, height: 18, rx: 9 }), svg("text", { x: aside, y: top + 4.5, "text-anchor": "middle", text })));
    return drawn;
  }

  /** Cards at their places; hands that were split lie side by side. */
  deal(state) {
    const hands = Object.entries(state.places || {});
    for (const place of this.querySelectorAll(".place")) {
      const name = place.dataset.place;
      const own = hands.filter(([key, cards]) => cards.length && (key === name || (key.startsWith(`${name}.`) && !this.querySelector(`[data-place="${CSS.escape(key)}"]`))));
      const group = place.querySelector(".cards");
      const key = JSON.stringify(own);
      if (group.dataset.key === key) continue;
      const before = JSON.parse(group.dataset.key || "[]").flatMap(([, cards]) => cards).length;
      group.dataset.key = key;
      group.replaceChildren();
      const [wide, tall] = group.dataset.card.split(" ").map(Number);
      const step = Number(group.dataset.step);
      let number = 0;
      own.forEach(([hand, cards], at) => {
        const small = own.length > 1 ? 0.72 : 1;
        const pace = Math.min(step, own.length > 1 ? 13 : cards.length > 3 ? 16 : step);
        const left = own.length > 1 ? (at - (own.length - 1) / 2) * (wide * small + 22) + wide / 2 - (wide * small) / 2 : 0;
        cards.forEach((one, index) => {
          number += 1;
          const drawn = svg("use", { href: symbol(one), x: left + index * pace, y: own.length > 1 ? tall * 0.14 : 0, width: wide * small, height: tall * small });
          if (number > before) drawn.setAttribute("class", "dealt");
          group.append(drawn);
        });
        const count = state.totals?.[hand];
        if (count) {
          const x = left + ((cards.length - 1) * pace + wide * small) / 2;
          const across = 14 + count.length * 7;
          group.append(svg("g", { class: "sum total" }, svg("rect", { x: x - across / 2, y: tall - 6, width: across, height: 18, rx: 9 }), svg("text", { x, y: tall + 7.5, "text-anchor": "middle", text: count })));
        }
      });
      const words = own.map(([hand, cards]) => `${hand}: ${cards.map(said).join(", ")}`).join("; ");
      place.setAttribute("aria-label", words || `${name}: no cards`);
    }
  }

  /** Mark a spot while its bet is on its way. */
  asking(spot, on) {
    spot.classList.toggle("asking", on);
  }
}

customElements.define("table-felt", TableFelt);
export { card };

// <count-down>: the time that is left, as a ring and a number. It speaks at ten and at five seconds and no more often.

import { el, svg } from "./dom.js";

const ROUND = 2 * Math.PI * 20;

export class CountDown extends HTMLElement {
  connectedCallback() {
    this.ring = svg("circle", { cx: 24, cy: 24, r: 20, class: "left", "stroke-dasharray": ROUND });
    this.number = el("span", { class: "number", "aria-hidden": "true" });
    this.spoken = el("span", { class: "unseen", "aria-live": "polite" });
    this.replaceChildren(svg("svg", { viewBox: "0 0 48 48", "aria-hidden": "true" }, svg("circle", { cx: 24, cy: 24, r: 20 }), this.ring), this.number, this.spoken);
    this.timer = setInterval(() => this.tick(), 100);
  }

  disconnectedCallback() {
    clearInterval(this.timer);
  }

  /** Count down to a time; `clock` tells the server's. */
  until(deadline, whole, clock) {
    this.deadline = deadline;
    this.whole = whole;
    this.clock = clock;
    this.tick();
  }

  get left() {
    return this.deadline ? Math.max(0, this.deadline - this.clock()) : 0;
  }

  tick() {
    if (!this.number) return;
    const left = this.left;
    const seconds = Math.ceil(left / 1000);
    this.hidden = !this.deadline;
    this.classList.toggle("soon", seconds <= 5);
    this.number.textContent = seconds < 1000 ? String(seconds) : seconds < 60_000 ? `${Math.ceil(seconds / 60)}m` : "…";
    this.number.classList.toggle("long", seconds >= 100);
    this.ring.setAttribute("stroke-dashoffset", String(ROUND * (1 - Math.min(1, left / (this.whole || 1)))));
    if ((seconds === 10 || seconds === 5) && this.said !== seconds) {
      this.said = seconds;
      this.spoken.textContent = `${seconds} seconds left`;
    }
    if (seconds > 10) this.said = 0;
  }
}

customElements.define("count-down", CountDown);

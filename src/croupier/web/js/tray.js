// <chip-tray>: which chip the next tap lays down.

import { el, svg } from "./dom.js";
import { CHIPS } from "./money.js";

export class ChipTray extends HTMLElement {
  /** Chips that make sense between a least and a largest wager. */
  offer(minimum, maximum) {
    const key = `${minimum} ${maximum}`;
    if (this.key === key) return;
    this.key = key;
    const most = maximum || Infinity;
    const offered = CHIPS.filter((chip) => chip * 100 <= most).slice(-7);
    const kept = Number(sessionStorage.getItem("chip"));
    this.value = offered.includes(kept) ? kept : offered.find((chip) => chip * 100 >= minimum) || offered[0] || 1;
    this.setAttribute("role", "radiogroup");
    this.setAttribute("aria-label", "Chip");
    this.replaceChildren(...offered.map((chip) => this.chip(chip)));
    this.onkeydown = (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const at = (offered.indexOf(this.value) + step + offered.length) % offered.length;
      this.pick(offered[at]);
      this.children[at].focus();
    };
    this.mark();
  }

  chip(value) {
    return el("button", { class: "pick", role: "radio", "data-chip": value, "aria-label": `Chip of ${value}`, onclick: () => this.pick(value) }, svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, svg("use", { href: `#chip-${value}` })));
  }

  pick(value) {
    this.value = value;
    sessionStorage.setItem("chip", String(value));
    this.mark();
  }

  mark() {
    for (const button of this.children) {
      const on = Number(button.dataset.chip) === this.value;
      button.setAttribute("aria-checked", String(on));
      button.setAttribute("tabindex", on ? "0" : "-1");
    }
  }

  /** What the chip is worth, in minor units. */
  get amount() {
    return this.value * 100;
  }
}

customElements.define("chip-tray", ChipTray);

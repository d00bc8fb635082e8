// What all consoles share: the bar with who works here, a feed, and buttons that say what became of them.

import { dialog, el, fill, form, toast } from "./dom.js";
import { Feed } from "./feed.js";
import { command, CONSOLES, me, post } from "./house.js";

/** Begin a console for somebody with one of these roles; gives who it is. */
export async function begin(title, roles) {
  const own = await me();
  if (!own.roles.some((role) => roles.includes(role))) {
    location.replace("/");
    return new Promise(() => {});
  }
  const pages = [...new Map(CONSOLES.filter((one) => own.roles.includes(one.role)).map((one) => [one.page, one])).values()];
  const bar = el(
    "header",
    { class: "bar" },
    el("a", { class: "brand", href: "/" }, el("img", { src: "/icon.svg", alt: "" }), el("span", { class: "wide-only", text: "croupier" })),
    el("div", { class: "name" }, el("h1", { text: title })),
    el("nav", { "aria-label": "Consoles" }, pages.filter((one) => one.page !== location.pathname).map((one) => el("a", { class: "button", href: one.page, text: one.title })), el("span", { class: "quiet who", text: own.title }), el("button", { class: "plain", text: "Sign out", onclick: async () => { await post("/api/sign-out"); location.assign("/"); } })),
  );
  document.body.prepend(bar);
  document.title = `${title} · croupier`;
  return own;
}

/** A feed that says so when the session is over. */
export function feed(wanted, show) {
  const one = new Feed(wanted);
  const line = el("p", { class: "banner", role: "status", hidden: true, text: "The line is broken; trying again." });
  document.querySelector(".bar").after(line);
  one.addEventListener("view", (event) => show(event.detail));
  one.addEventListener("line", (event) => line.toggleAttribute("hidden", event.detail));
  one.addEventListener("ended", () => location.replace("/"));
  return one;
}

/** A button that gives a command. */
export function button(text, what, body, { kind = "", sure = "", done = "", label = "" } = {}) {
  return el("button", {
    class: kind,
    text,
    "aria-label": label || null,
    onclick: async (event) => {
      if (sure && !confirm(sure)) return;
      const pressed = event.currentTarget;
      pressed.disabled = true;
      try {
        const given = await command(what, typeof body === "function" ? body() : body);
        toast(given.amount ? `${done || text}: ${given.amount}` : done || `${text}: done`);
      } catch (wrong) {
        toast(wrong.message, "wrong");
      } finally {
        pressed.disabled = false;
      }
    },
  });
}

/** Tabs: names with what builds them. */
export function tabs(place, parts, remember) {
  const bar = el("div", { class: "tabs", role: "tablist", "aria-label": "Parts of this console" });
  const body = el("div", { class: "tab-body", role: "tabpanel", id: "tab-body" });
  const open = (name) => {
    for (const one of bar.children) {
      one.setAttribute("aria-selected", String(one.dataset.name === name));
      one.setAttribute("tabindex", one.dataset.name === name ? "0" : "-1");
    }
    body.setAttribute("aria-labelledby", `tab-${name}`);
    bar.querySelector("[aria-selected=true]").scrollIntoView?.({ block: "nearest", inline: "center" });
    sessionStorage.setItem(remember, name);
    delete body.dataset.key;
    body.dataset.tab = name;
    fill(body, parts[name]());
  };
  bar.append(...Object.keys(parts).map((name) => el("button", { role: "tab", id: `tab-${name}`, "aria-controls": "tab-body", "data-name": name, text: name, onclick: () => open(name) })));
  bar.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = [...bar.children];
    const next = all[(all.indexOf(event.target) + step + all.length) % all.length];
    open(next.dataset.name);
    next.focus();
  });
  fill(place, bar, body);
  const kept = sessionStorage.getItem(remember);
  open(kept in parts ? kept : Object.keys(parts)[0]);
  return body;
}

/** A table of rows. */
export function grid(heads, rows, empty = "Nothing here.") {
  if (!rows.length) return el("p", { class: "quiet", text: empty });
  return el("div", { class: "wide" }, el("table", { class: "stacks" }, el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col", text: head })))), el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell, column) => el("td", { "data-head": heads[column] || null, class: typeof cell === "string" && /^-?[\d ]+(\.\d+)?$/.test(cell) ? "number" : "" }, cell)))))));
}

/** A command that needs a reason: it is asked for, and kept with what was done. */
export function withReason(text, title, what, body, { kind = "", field = "reason" } = {}) {
  return el("button", {
    class: kind,
    text,
    onclick: () => {
      const box = dialog(
        title,
        form([{ name: "reason", title: "Reason", required: true, maxlength: 300 }], text, async ({ reason }) => {
          const given = await command(what, { ...body, [field]: reason });
          toast(given.amount ? `${text}: ${given.amount}` : `${text}: done`);
          box.close();
        }),
      );
    },
  });
}

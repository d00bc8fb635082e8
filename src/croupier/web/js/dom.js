// Building pages: elements out of plain values, never out of text that is read as HTML.

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes and children; `on…` are listeners, `class`, `text` and data as they are. */
export function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** The same in SVG. */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "text") made.textContent = value;
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** Replace what an element holds. */
export function fill(place, ...children) {
  place.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
}

/** Replace only if it would look different, so that focus and reading are not disturbed. */
export function settle(place, key, build) {
  const said = typeof key === "string" ? key : JSON.stringify(key);
  if (place.dataset.key === said) return;
  place.dataset.key = said;
  fill(place, build());
}

/** A drawing of our own server, parsed as SVG. */
export function drawing(text) {
  const read = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return document.importNode(read, true);
}

/** Words out of a name: `split-columns` is `Split columns`. */
export function words(name) {
  const text = String(name).replaceAll("-", " ").replaceAll(":", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Why something was refused, with the clause where there is one. */
export function refused(answer) {
  return answer.why + (answer.clause ? ` [${answer.clause}]` : "");
}

let told = null;

/** Say something briefly, also to a screen reader. */
export function toast(text, kind = "") {
  if (!told) {
    told = el("div", { class: "toasts", role: "status", "aria-live": "polite" });
    document.body.append(told);
  }
  const one = el("div", { class: `toast ${kind}`, text });
  told.append(one);
  while (told.children.length > 3) told.firstChild.remove();
  setTimeout(() => one.remove(), kind === "wrong" ? 6000 : 4000);
}

/** A dialog with a title; it is shown at once, and gone when it is closed. */
export function dialog(title, ...children) {
  const box = el(
    "dialog",
    { class: "sheet", "aria-label": title },
    el("header", {}, el("h2", { text: title }), el("button", { class: "plain close", "aria-label": "Close", text: "✕", onclick: () => box.close() })),
    el("div", { class: "body" }, ...children),
  );
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => event.target === box && box.close());
  document.body.append(box);
  box.showModal();
  return box;
}

let numbered = 0;

/** A form of labelled fields; `done` gets the values. */
export function form(fields, label, done) {
  const made = el("form", { class: "fields" });
  for (const field of fields) {
    const { name, title, choices, ...more } = field;
    const input = choices
      ? el("select", { name, id: `${name}-${(numbered += 1)}`, ...more }, choices.map((one) => el("option", { value: one.value ?? one, text: one.title ?? one })))
      : el("input", { name, id: `${name}-${(numbered += 1)}`, autocomplete: "off", ...more });
    made.append(el("label", {}, el("span", { text: title }), input));
  }
  made.append(el("button", { class: "main", type: "submit", text: label }));
  made.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = made.querySelector("button[type=submit]");
    button.disabled = true;
    try {
      await done(Object.fromEntries(new FormData(made)), made);
    } catch (wrong) {
      toast(wrong.message, "wrong");
    } finally {
      button.disabled = false;
    }
  });
  return made;
}

// The lobby: every table; and the doors, for a terminal with its code and for whoever works here.

import { dialog, el, fill, form, settle, toast, words } from "./dom.js";
import { Feed } from "./feed.js";
import { CONSOLES, me, post } from "./house.js";
import { shown } from "./money.js";

const at = (name) => document.getElementById(name);
let own = null;

async function start() {
  own = await me();
  const code = new URLSearchParams(location.hash.slice(1)).get("enrol");
  if (code) {
    history.replaceState(null, "", "/");
    try {
      await post("/api/enrol", { code });
      own = await me();
    } catch (wrong) {
      toast(wrong.message, "wrong");
    }
  }
  who();
  doors();
  const feed = new Feed({ lobby: true });
  feed.addEventListener("view", (event) => {
    tables(event.detail.lobby);
    if (event.detail.me) fill(at("credits"), `Credits ${shown(event.detail.me.credits)}`);
  });
  feed.addEventListener("ended", () => location.reload());
  at("find").addEventListener("input", () => feed.view && tables(feed.view.lobby));
}

function who() {
  const consoles = [...new Map(CONSOLES.filter((one) => own.roles.includes(one.role)).map((one) => [one.page, one])).values()];
  fill(
    at("who"),
    consoles.map((one) => el("a", { class: "button", href: one.page, text: one.title })),
    own.kind === "terminal" ? el("strong", { id: "credits" }) : null,
    own.who ? el("span", { class: "quiet", text: own.title || own.who }) : el("button", { class: "plain", text: "Sign in", onclick: () => at("doors").querySelector("input")?.focus() }),
    own.kind === "person" ? el("button", { class: "plain", text: "Sign out", onclick: leave }) : null,
  );
  if (own["first-password"]) changePassword();
}

async function leave() {
  await post("/api/sign-out");
  location.reload();
}

function changePassword() {
  const box = dialog(
    "Choose a password",
    el("p", { text: "Somebody else has seen your first password. Choose one of your own; it has at least ten characters." }),
    form(
      [
        { name: "old", title: "First password", type: "password", autocomplete: "current-password", required: true },
        { name: "new", title: "New password", type: "password", autocomplete: "new-password", minlength: 10, required: true },
      ],
      "Change",
      async (values) => {
        await post("/api/password", values);
        toast("The password has been changed");
        box.close();
      },
    ),
  );
}

function doors() {
  at("doors").hidden = Boolean(own.who);
  if (own.who) return;
  fill(
    at("doors"),
    el("div", { class: "panel" }, el("h2", { text: "This is a terminal" }), form([{ name: "code", title: "One-time code from a manager", required: true, autocapitalize: "characters" }], "Enrol", async (values) => { await post("/api/enrol", values); location.reload(); })),
    el(
      "div",
      { class: "panel" },
      el("h2", { text: "I work here" }),
      form(
        [
          { name: "person", title: "Name", autocomplete: "username", required: true, autocapitalize: "none" },
          { name: "password", title: "Password", type: "password", autocomplete: "current-password", required: true },
        ],
        "Sign in",
        async (values) => {
          await post("/api/sign-in", values);
          const found = await me();
          location.assign(found["first-password"] ? "/" : CONSOLES.find((one) => found.roles.includes(one.role))?.page || "/");
        },
      ),
    ),
  );
}

function tables(rows) {
  const wanted = at("find").value.toLowerCase();
  const found = rows.filter((row) => `${row.title} ${row.game}`.toLowerCase().includes(wanted));
  settle(at("tables"), found.map((row) => [row.table, row.title, row.open, row.fault, row.terminals, row.minimum, row.maximum]), () =>
    found.length
      ? found.map((row) =>
          el(
            "li",
            {},
            el(
              "a",
              { class: row.open ? "" : "closed", href: own.kind === "terminal" ? `/play.html?table=${row.table}` : `/display.html?table=${row.table}`, "data-table": row.table },
              el("div", { class: "cloth", "aria-hidden": "true", text: row.sign }),
              el(
                "div",
                { class: "text" },
                el("h2", { text: row.title }),
                el("span", { class: "quiet", text: row.game.split("/")[0].split("-").map(words).join(" ") }),
                el("div", { class: "row" }, el("span", { text: row.minimum ? `${shown(row.minimum)}${row.maximum ? ` – ${shown(row.maximum)}` : " and more"}` : "" }), el("span", { text: row.fault ? "out of order" : row.open ? `${row.terminals} playing${row.mode === "live" ? " · live" : ""}` : "closed" })),
              ),
            ),
          ),
        )
      : el("li", { class: "quiet", text: rows.length ? "No table is called like that." : "No table is open yet." }),
  );
}

start().catch((wrong) => toast(wrong.message, "wrong"));

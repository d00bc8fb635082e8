// The socket: views come in, commands go out. What was asked and not answered when the line broke is asked again with the same id, so that nothing is lost and nothing is done twice.

import { ticket } from "./house.js";

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;

export class Feed extends EventTarget {
  constructor(watch) {
    super();
    this.wanted = watch;
    this.waiting = new Map();
    this.wait = FIRST_WAIT;
    this.offset = 0;
    this.view = null;
    this.over = false;
    this.connect();
    addEventListener("online", () => this.again());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.again());
  }

  /** The server's time. */
  now() {
    return Date.now() + this.offset;
  }

  connect() {
    this.socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/feed`);
    this.socket.addEventListener("open", () => this.opened());
    this.socket.addEventListener("message", (event) => this.heard(JSON.parse(event.data)));
    this.socket.addEventListener("close", (event) => this.closed(event));
  }

  again() {
    if (!this.over && this.socket.readyState === WebSocket.CLOSED) this.connect();
  }

  opened() {
    this.wait = FIRST_WAIT;
    this.send({ watch: this.wanted });
    for (const { body } of this.waiting.values()) this.send({ ask: body });
    this.dispatchEvent(new CustomEvent("line", { detail: true }));
  }

  closed(event) {
    this.dispatchEvent(new CustomEvent("line", { detail: false }));
    if (event.code === 4401) {
      this.over = true;
      this.dispatchEvent(new Event("ended"));
      return;
    }
    setTimeout(() => this.again(), this.wait);
    this.wait = Math.min(LONGEST_WAIT, this.wait * 1.7);
  }

  heard(message) {
    if (message.view) {
      this.offset = message.view.now - Date.now();
      this.view = message.view;
      this.dispatchEvent(new CustomEvent("view", { detail: message.view }));
    } else if (message.answer) {
      const asked = this.waiting.get(message.answer.id);
      if (message.answer.again && asked) {
        // It may not have been stored: asked again with the same id, it is done once.
        setTimeout(() => this.send({ ask: asked.body }), FIRST_WAIT);
        return;
      }
      this.waiting.delete(message.answer.id);
      asked?.answered(message.answer);
    }
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Look at other things. */
  watch(wanted) {
    this.wanted = wanted;
    this.send({ watch: wanted });
  }

  /** Give a command; the answer says what became of it. */
  ask(what, body = {}) {
    const id = ticket();
    const asked = { ...body, do: what, id };
    return new Promise((answered) => {
      this.waiting.set(id, { body: asked, answered });
      this.send({ ask: asked });
    });
  }
}

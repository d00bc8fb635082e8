// Asking the server: who is signed in, and requests with the token of the session.

let csrf = "";

async function answered(response) {
  const body = await response.json().catch(() => ({}));
  if (!response.ok) {
    const wrong = new Error(body.why || `the server answered ${response.status}`);
    wrong.status = response.status;
    throw wrong;
  }
  return body;
}

/** Look something up. */
export async function get(path) {
  return answered(await fetch(path, { headers: { accept: "application/json" } }));
}

/** Ask for something to be done. */
export async function post(path, body = {}) {
  const found = await answered(await fetch(path, { method: "POST", headers: { "content-type": "application/json", "x-csrf-token": csrf }, body: JSON.stringify(body) }));
  if (found.csrf) csrf = found.csrf;
  return found;
}

/** Who this browser is. */
export async function me() {
  const found = await get("/api/me");
  csrf = found.csrf || "";
  return found;
}

/** A name for a command that nobody has used. */
export function ticket() {
  return `${Date.now().toString(36)}-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
}

/** Give a command over HTTP; one that is refused is thrown. */
export async function command(what, body = {}) {
  const found = await post("/api/commands", { ...body, do: what, id: ticket() });
  if (!found.done) throw new Error(found.why + (found.clause ? ` [${found.clause}]` : ""));
  return found.given || {};
}

/** Where somebody with these roles works. */
export const CONSOLES = [
  { role: "dealer", title: "Dealer", page: "/dealer.html" },
  { role: "attendant", title: "Attendant", page: "/attendant.html" },
  { role: "supervisor", title: "Floor", page: "/manager.html" },
  { role: "manager", title: "Floor", page: "/manager.html" },
  { role: "inspector", title: "Inspector", page: "/inspector.html" },
];

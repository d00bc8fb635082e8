// Money is a whole number of minor units; text has at most two decimals.

/** Read an amount. */
export function cents(text) {
  const [whole, part = ""] = String(text || "0").split(".");
  const sign = whole.startsWith("-") ? -1 : 1;
  return sign * (Math.abs(Number(whole)) * 100 + Number((part + "00").slice(0, 2)));
}

/** Write an amount as a command does. */
export function plain(amount) {
  const whole = Math.trunc(Math.abs(amount) / 100);
  const part = Math.abs(amount) % 100;
  return `${amount < 0 ? "-" : ""}${whole}${part ? "." + String(part).padStart(2, "0") : ""}`;
}

/** Write an amount for people: thousands apart. */
export function shown(text) {
  const [whole, part] = (typeof text === "number" ? plain(text) : String(text ?? "0")).split(".");
  return whole.replace(/\B(?=(\d{3})+$)/g, " ") + (part ? `.${part}` : "");
}

export const CHIPS = [1, 5, 10, 25, 100, 500, 1000];

/** The chips of an amount, the largest first; at most a few. */
export function chips(amount, most = 4) {
  const found = [];
  let left = amount;
  for (const chip of [...CHIPS].reverse()) {
    while (left >= chip * 100 && found.length < most) {
      found.push(chip);
      left -= chip * 100;
    }
  }
  return found.length ? found : [1];
}

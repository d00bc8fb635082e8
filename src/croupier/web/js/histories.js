// What came before: roads of baccarat, the last numbers of a wheel, the last throws. The server draws them from what was dealt.

import { drawing, el, fill } from "./dom.js";

/** Draw the histories of a table, those of `wanted` that its game has; anew only when something came. */
export function histories(place, table, view, wanted) {
  const kinds = view.histories.filter(({ kind }) => wanted.includes(kind));
  const key = JSON.stringify([kinds, view.results.at(-1)?.round, view.results.at(-1)?.corrected]);
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  place.hidden = !kinds.length || !view.results.length;
  if (place.hidden) return;
  Promise.all(
    kinds.map(async ({ kind, title }) => {
      const answer = await fetch(`/api/roads/${table}.svg?kind=${kind}`);
      return answer.ok ? el("figure", { class: `history ${kind}` }, el("figcaption", { text: title }), drawing(await answer.text())) : null;
    }),
  ).then((drawn) => place.dataset.key === key && fill(place, drawn));
}

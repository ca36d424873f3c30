// The translated words of this page, from its JSON data block.

const block = document.getElementById("strings");
const words = block ? JSON.parse(block.textContent) : {};

/** The word for `key`, or `otherwise` where there is none. */
export function wordOr(key, otherwise) {
  return words[key] ?? otherwise;
}

/** The word for `key`, with {name} filled in from `values`. An unknown key is a fault of ours, so it throws. */
export function t(key, values = {}) {
  const word = words[key];
  if (word === undefined) throw new Error(`no word for ${key}`);
  return word.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

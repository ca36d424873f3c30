// Puts the fields of a view model into the document. Only what changed is touched, so that live regions speak
// once and animations are not restarted.
//   data-text="field"            the element's text
//   data-show="field"            hidden unless the field is true or not empty; "!field" turns it round
//   data-put="attr:field …"      sets data-attr

/** Prepare all bound elements below `root`; the returned function applies a view model. */
export function binder(root) {
  const bound = (name) => [root, ...root.querySelectorAll(`[data-${name}]`)].filter((e) => e.dataset[name]);
  const texts = bound("text").map((element) => [element, element.dataset.text]);
  const shows = bound("show").map((element) => [element, element.dataset.show]);
  const puts = bound("put").flatMap((element) =>
    element.dataset.put.split(/\s+/).map((pair) => [element, ...pair.split(":")]),
  );
  return (fields) => {
    for (const [element, field] of texts) {
      const text = value(fields, field);
      if (element.textContent !== text) element.textContent = text;
    }
    for (const [element, field] of shows) {
      const wanted = field.startsWith("!") ? !value(fields, field.slice(1)) : Boolean(value(fields, field));
      if (element.hidden === wanted) element.hidden = !wanted;
    }
    for (const [element, name, field] of puts) {
      const text = String(value(fields, field));
      if (element.dataset[name] !== text) element.dataset[name] = text;
    }
  };
}

function value(fields, name) {
  if (!(name in fields)) throw new Error(`no field ${name}`);
  return fields[name];
}

// Elements are made here and nowhere else. Whatever is text goes in as text, so no name and
// no message can become markup.

const SVG = "http://www.w3.org/2000/svg";

/** An element with properties and children; `null` and `false` among the children are left out.
 *  Names with a hyphen, and `role` and `for`, are attributes; `on…` are listeners. */
export function el(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name === "class") made.className = value;
    else if (name === "key") made.dataset.key = value;
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name.includes("-") || name === "role" || name === "for") made.setAttribute(name, value);
    else made[name] = value;
  }
  made.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** An SVG element with attributes. */
export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Puts children in place of what a region shows, and leaves the focus where it was: on the
 *  element with the same key. */
export function fill(region, ...children) {
  const focused = region.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  region.replaceChildren(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  if (focused === undefined) return;
  const again = region.querySelector(`[data-key="${CSS.escape(focused)}"]`);
  if (again && !again.disabled) again.focus();
}

/** A function that draws only if what it is given differs from the last time. */
export function onChange(draw) {
  let last;
  return (...given) => {
    const now = JSON.stringify(given);
    if (now === last) return;
    last = now;
    draw(...given);
  };
}

/** Puts children in place of what a region shows, but leaves those that look the same: what
 *  has just come in moves, and nothing else. Only for what does not listen to anything that changes. */
export function settle(region, children) {
  const now = children.filter(Boolean);
  now.forEach((child, place) => {
    const old = region.children[place];
    if (!old) region.append(child);
    else if (!old.isEqualNode(child)) old.replaceWith(child);
  });
  while (region.children.length > now.length) region.lastElementChild.remove();
}

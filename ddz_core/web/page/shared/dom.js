// Elements are made here and nowhere else. Whatever is text goes in as text, so no name and
// no message can become markup.

const SVG = "http://www.w3.org/2000/svg";

/** What an element listens to is in these properties, so that it can be handed on. */
const LISTENERS = ["onclick", "onchange", "oninput", "onfocus", "onsubmit"];

const shown = (children) =>
  children.flat(9).filter((child) => child !== null && child !== undefined && child !== false);

/** An element with properties and children; `null` and `false` among the children are left out.
 *  Names with a hyphen, and `role` and `for`, are attributes; `key` names it among its siblings. */
export function el(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name === "class") made.className = value;
    else if (name === "key") made.dataset.key = value;
    else if (name.includes("-") || name === "role" || name === "for") made.setAttribute(name, value);
    else made[name] = value;
  }
  made.append(...shown(children));
  return made;
}

/** An SVG element with attributes. */
export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Makes a region show these children and nothing else. */
export function show(region, ...children) {
  region.replaceChildren(...shown(children));
}

/** Makes a region show what is given, again and again. An element that is there already stays and becomes what
 *  it shall be: so a press that has begun on it counts, and the focus stays where it is. */
export function fill(region, ...children) {
  const focused = region.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  become(region, shown(children));
  if (focused === undefined || region.contains(document.activeElement)) return;
  const again = region.querySelector(`[data-key="${CSS.escape(focused)}"]`);
  if (again && !again.disabled) again.focus();
}

function become(region, children) {
  children.forEach((child, place) => {
    const old = region.childNodes[place];
    if (old === child) return;
    if (!old) region.append(child);
    else if (alike(old, child)) adopt(old, child);
    else old.replaceWith(child);
  });
  while (region.childNodes.length > children.length) region.lastChild.remove();
}

function alike(old, child) {
  if (old.nodeType !== Node.ELEMENT_NODE || typeof child === "string" || child.nodeType !== Node.ELEMENT_NODE)
    return false;
  return old.tagName === child.tagName && old.dataset.key === child.dataset.key;
}

function adopt(old, child) {
  for (const name of LISTENERS) old[name] = child[name];
  for (const { name } of [...old.attributes]) if (!child.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of child.attributes)
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.tagName === "INPUT") {
    old.checked = child.checked;
    if (old !== document.activeElement) old.value = child.value;
  }
  if (old.tagName === "OPTION") old.selected = child.selected;
  become(old, [...child.childNodes]);
}

// Creates elements, and stores small choices. Text is always set as text, never as HTML.

const SVG = "http://www.w3.org/2000/svg";

/** @type {ParentNode | null} */
let page = null;

// Sets where the parts of the page are, if they are not in the document: a notebook has several
// boards, each in a shadow root.
/** @param {ParentNode} place */
export const standIn = (place) => {
  page = place;
};

// An element of the page, which has those of parts.d.ts; any other may be missing.
/**
 * @template {keyof Page.Parts} Name
 * @overload
 * @param {Name} selector
 * @returns {Page.Parts[Name]}
 */
/**
 * @overload
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement | null}
 */
/** @param {string} selector @param {ParentNode} within @returns {Element | null} */
export function $(selector, within = page ?? document) {
  return within.querySelector(selector);
}

/**
 * @typedef {Node | string | null | undefined | false} Child what is not there is left out
 * @typedef {(Child | Child[] | Child[][])[]} Children
 * @typedef {string | number | boolean | null | undefined} Attribute
 * @typedef {{ [Name in keyof GlobalEventHandlersEventMap as `on${Name}`]?:
 *   (event: GlobalEventHandlersEventMap[Name]) => unknown }} Listeners
 * @typedef {Listeners & { [name: string]: Attribute | ((event: never) => unknown) }} Attributes
 */

/**
 * @template {Element} Kind
 * @param {Kind} node
 * @param {Attributes} attributes
 * @param {Children} children
 */
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(2)) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
  return node;
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {Children} children
 */
export const el = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {Children} children
 */
export const svg = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

// A button with words on it; `main` if it is what most people want.
/** @param {string} words @param {() => unknown} onclick */
export const button = (words, onclick, main = false) =>
  el("button", { type: "button", class: main && "primary", onclick }, words);

// Words in which `…` marks what a program reads; addresses become links.
/** @param {string} said @returns {Child[]} */
export const marked = (said) =>
  said.split("`").flatMap((part, index) => (index % 2 ? [el("code", {}, part)] : linked(part)));

// With brackets in pairs, without punctuation at its end.
const ADDRESS = /(https?:\/\/(?:\([^\s()]*\)|[^\s().,;:]|[.,;:](?=[^\s)]))+)/;
/** @param {string} words @returns {Child[]} */
const linked = (words) =>
  words
    .split(ADDRESS)
    .map((part, index) => (index % 2 ? el("a", { href: part, rel: "noreferrer", target: "_blank" }, part) : part));

/** @param {string} name @param {string} value @param {"localStorage" | "sessionStorage"} place */
export function keep(name, value, place = "localStorage") {
  try {
    window[place].setItem(`kibitz.${name}`, value);
  } catch {
    // storage may be switched off or full; the choice then lasts as long as the page
  }
}

/** @param {string} name @param {string} otherwise @param {"localStorage" | "sessionStorage"} place @returns {string} */
export function kept(name, otherwise = "", place = "localStorage") {
  try {
    return window[place].getItem(`kibitz.${name}`) ?? otherwise;
  } catch {
    return otherwise;
  }
}

// The same for this tab only, a reload included.
/** @param {string} name @param {string} value */
export const keepHere = (name, value) => keep(name, value, "sessionStorage");
/** @param {string} name */
export const keptHere = (name) => kept(name, "", "sessionStorage");

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {string} name @param {string} text */
export function download(name, text, kind = "text/plain") {
  const address = URL.createObjectURL(new Blob([text], { type: kind }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

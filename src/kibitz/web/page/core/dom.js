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

/** @returns {any} an element of the kind that the page has there, or null */
export const $ = (selector, within = page ?? document) => within.querySelector(selector);

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(2)) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
  return node;
}

/** @param {string} tag @param {Record<string, any>} attributes @returns {any} */
export const el = (tag, attributes = {}, ...children) =>
  fill(document.createElement(tag), attributes, children);

/** @param {string} tag @param {Record<string, any>} attributes @returns {any} */
export const svg = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

// Words in which `…` marks what a program reads; addresses become links.
/** @param {string} said */
export const marked = (said) =>
  said.split("`").flatMap((part, index) => (index % 2 ? [el("code", {}, part)] : linked(part)));

// With brackets in pairs, without punctuation at its end.
const ADDRESS = /(https?:\/\/(?:\([^\s()]*\)|[^\s().,;:]|[.,;:](?=[^\s)]))+)/;
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
export const keepHere = (name, value) => keep(name, value, "sessionStorage");
export const keptHere = (name) => kept(name, "", "sessionStorage");

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export function download(name, text, kind = "text/plain") {
  const address = URL.createObjectURL(new Blob([text], { type: kind }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

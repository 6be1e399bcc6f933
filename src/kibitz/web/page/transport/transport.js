// Transport of the page: the server that it came from. A static site has another file of this name
// (web/site/static_site.py writes it), and no other difference.

export { server as transport } from "./server.js";

export const PLAY = "play"; // the address of the game page, seen from the others
export const PYTHON = ""; // the version of Python in the browser, of which there is none here
export const SERVED = true; // whether there is a server

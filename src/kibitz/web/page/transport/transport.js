// Who answers the questions of the page: the server that gave it. A page without a server has another
// file of this name (web/site/static_site.py writes it), and nothing else differs.

export { server as transport } from "./server.js";

export const PLAY = "play"; // the address of the game page, seen from the others
export const SERVED = true; // whether there is a server

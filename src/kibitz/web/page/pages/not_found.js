// The page for an address that has none.

import { settle } from "../core/choices.js";

await settle();
document.documentElement.dataset.ready = "yes";

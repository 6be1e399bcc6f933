// Sets the theme before the first paint; a module would be loaded too late.
(() => {
  /** @param {string} text */
  const decoded = (text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text; // the parser of the address reports the error
    }
  };
  let chosen = null;
  let known = "";
  try {
    chosen = localStorage.getItem("kibitz.theme");
    known = localStorage.getItem("kibitz.known") || "";
  } catch {
    // storage may be switched off; then the system's colours are used
  }
  // The panel with the rules of a game that is new here has its place before the page is drawn.
  // rules_panel.js fills it, and knows games by the same names.
  if (/\/play(\.html)?$/.test(location.pathname)) {
    const name = decoded(location.hash)
      .replace(/^#(daily:)?([0-9-]+:)?(kibitz[+ ])?/, "")
      .replace(/;.*$/s, "");
    const kind = name.replace(/,?[a-z]+=[^,]*/gi, "").replace(/:$/, "");
    if (!known.split(" ").includes(kind)) document.documentElement.dataset.rules = "new";
  }
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
})();

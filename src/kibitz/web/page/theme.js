// Sets the colours before anything is drawn; a module would come too late.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("kibitz.theme");
  } catch {
    // storage may be switched off; then the system's colours are used
  }
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
})();

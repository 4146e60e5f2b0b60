// Runs before the first paint, so that the page is never seen in the wrong theme. See src/lib/preferences.ts.
(function () {
  var choice = null;
  try {
    choice = localStorage.getItem("assay.theme");
  } catch {
    // Storage is refused: the system's theme it is.
  }
  var dark = choice === "dark" || (choice !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();

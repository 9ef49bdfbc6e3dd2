// Runs before the first paint, so that a dark console never flashes light. The key is the one that src/ui/theme/look.tsx passes to the theme.
(function () {
  let mode = "system";
  try {
    mode = localStorage.getItem("airlock-appearance") || "system";
  } catch {
    // Storage may be refused; the system's scheme is then right.
  }
  const dark = mode === "dark" || (mode === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-color-scheme", dark ? "dark" : "light");
})();

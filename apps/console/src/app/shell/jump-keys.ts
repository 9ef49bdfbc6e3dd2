/** The shortcut of "Search or jump to" as it is called on this computer. */
export const jumpKeys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘ K" : "Ctrl K";

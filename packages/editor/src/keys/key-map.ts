/** The keys of the editor as data: what the canvas does, what `?` lists and what menus show beside their items are all this table. */
export type Intent =
  | "undo"
  | "redo"
  | "save"
  | "execute"
  | "copy"
  | "cut"
  | "paste"
  | "duplicate"
  | "selectAll"
  | "delete"
  | "deleteNow"
  | "moveLeft"
  | "moveRight"
  | "moveUp"
  | "moveDown"
  | "moveFarLeft"
  | "moveFarRight"
  | "moveFarUp"
  | "moveFarDown"
  | "nextNode"
  | "previousNode"
  | "walkForward"
  | "walkBack"
  | "walkUp"
  | "walkDown"
  | "addNext"
  | "addBeside"
  | "startLink"
  | "rename"
  | "openProperties"
  | "openSubFlow"
  | "openApplicationFields"
  | "openRuntimeFields"
  | "zoomIn"
  | "zoomOut"
  | "fit"
  | "tidy"
  | "findComponent"
  | "findNode"
  | "release"
  | "contextMenu"
  | "listKeys";

export interface KeyBinding {
  /** "Ctrl+Shift+Z"; Ctrl stands for Command on a Mac. The first of an intent is the one that menus show. */
  readonly keys: string;
  readonly intent: Intent;
  readonly label: string;
  readonly group: "Edit" | "Move" | "Walk" | "Add" | "View" | "Solution";
  /** Also while typing in a field; all others are letters there. */
  readonly whileTyping?: true;
}

export const keyMap: readonly KeyBinding[] = [
  { keys: "Ctrl+S", intent: "save", label: "Save", group: "Solution", whileTyping: true },
  { keys: "Ctrl+Enter", intent: "execute", label: "Execute", group: "Solution", whileTyping: true },
  { keys: "Ctrl+Z", intent: "undo", label: "Undo", group: "Edit", whileTyping: true },
  { keys: "Ctrl+Y", intent: "redo", label: "Redo", group: "Edit", whileTyping: true },
  { keys: "Ctrl+Shift+Z", intent: "redo", label: "Redo", group: "Edit", whileTyping: true },
  { keys: "Ctrl+C", intent: "copy", label: "Copy", group: "Edit" },
  { keys: "Ctrl+X", intent: "cut", label: "Cut", group: "Edit" },
  { keys: "Ctrl+V", intent: "paste", label: "Paste", group: "Edit" },
  { keys: "Ctrl+D", intent: "duplicate", label: "Duplicate", group: "Edit" },
  { keys: "Ctrl+A", intent: "selectAll", label: "Select all", group: "Edit" },
  { keys: "Delete", intent: "delete", label: "Delete", group: "Edit" },
  { keys: "Backspace", intent: "delete", label: "Delete", group: "Edit" },
  { keys: "Shift+Delete", intent: "deleteNow", label: "Delete without asking", group: "Edit" },
  { keys: "F2", intent: "rename", label: "Rename", group: "Edit" },
  { keys: "Enter", intent: "openProperties", label: "Open properties", group: "Edit" },
  { keys: "O", intent: "openSubFlow", label: "Open sub-flow", group: "View" },
  { keys: "D", intent: "openApplicationFields", label: "Application data fields", group: "Edit" },
  { keys: "R", intent: "openRuntimeFields", label: "Runtime data fields", group: "Edit" },
  { keys: "ArrowLeft", intent: "moveLeft", label: "Move one grid left", group: "Move" },
  { keys: "ArrowRight", intent: "moveRight", label: "Move one grid right", group: "Move" },
  { keys: "ArrowUp", intent: "moveUp", label: "Move one grid up", group: "Move" },
  { keys: "ArrowDown", intent: "moveDown", label: "Move one grid down", group: "Move" },
  { keys: "Shift+ArrowLeft", intent: "moveFarLeft", label: "Move four grids left", group: "Move" },
  { keys: "Shift+ArrowRight", intent: "moveFarRight", label: "Move four grids right", group: "Move" },
  { keys: "Shift+ArrowUp", intent: "moveFarUp", label: "Move four grids up", group: "Move" },
  { keys: "Shift+ArrowDown", intent: "moveFarDown", label: "Move four grids down", group: "Move" },
  { keys: "Tab", intent: "nextNode", label: "Next node along the links", group: "Walk" },
  { keys: "Shift+Tab", intent: "previousNode", label: "Previous node", group: "Walk" },
  { keys: "Alt+ArrowRight", intent: "walkForward", label: "Along the link, then to its end", group: "Walk" },
  { keys: "Alt+ArrowLeft", intent: "walkBack", label: "Back along the link", group: "Walk" },
  { keys: "Alt+ArrowUp", intent: "walkUp", label: "Branch above", group: "Walk" },
  { keys: "Alt+ArrowDown", intent: "walkDown", label: "Branch below", group: "Walk" },
  { keys: "A", intent: "addNext", label: "Add the next node", group: "Add" },
  { keys: "Shift+A", intent: "addBeside", label: "Add a node on a new link", group: "Add" },
  { keys: "L", intent: "startLink", label: "Start a link", group: "Add" },
  { keys: "/", intent: "findComponent", label: "Find a component", group: "Add" },
  { keys: "Ctrl+F", intent: "findNode", label: "Find a node", group: "View", whileTyping: true },
  { keys: "Ctrl+K", intent: "findNode", label: "Find a node", group: "View", whileTyping: true },
  { keys: "+", intent: "zoomIn", label: "Zoom in", group: "View" },
  { keys: "=", intent: "zoomIn", label: "Zoom in", group: "View" },
  { keys: "-", intent: "zoomOut", label: "Zoom out", group: "View" },
  { keys: "0", intent: "fit", label: "Fit the diagram", group: "View" },
  { keys: "T", intent: "tidy", label: "Tidy the diagram", group: "View" },
  { keys: "Escape", intent: "release", label: "Deselect", group: "View", whileTyping: true },
  { keys: "ContextMenu", intent: "contextMenu", label: "Open the menu", group: "View" },
  { keys: "Shift+F10", intent: "contextMenu", label: "Open the menu", group: "View" },
  { keys: "?", intent: "listKeys", label: "List all keys", group: "View" },
];

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const byKeys: ReadonlyMap<string, KeyBinding> = new Map(keyMap.map((binding) => [binding.keys, binding]));

/** The intent of a key press; undefined for keys of the browser or of the focused field. */
export function intentOf(press: KeyPress, isTyping: boolean): Intent | undefined {
  const binding = byKeys.get(keysOf(press));
  return binding === undefined || (isTyping && binding.whileTyping !== true) ? undefined : binding.intent;
}

/** The keys that a menu shows beside an intent, for `formatKeys`. */
export const keysFor = (intent: Intent): string | undefined => keyMap.find((binding) => binding.intent === intent)?.keys;

/** Keys as a user reads them: "Ctrl+Z", on a Mac "⌘Z". */
export function formatKeys(keys: string, isMac: boolean): string {
  const shown = keys.replace("ContextMenu", "Menu").replace("Arrow", "").replace("Delete", "Del").replace("Escape", "Esc");
  return isMac ? shown.replace("Ctrl+", "⌘").replace("Shift+", "⇧").replace("Alt+", "⌥") : shown;
}

function keysOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string {
  const isLetter = /^[a-z]$/i.test(key);
  const isNamed = key.length > 1;
  // The Shift that is needed to type "?" or "+" is not part of the shortcut.
  const shift = shiftKey && (isLetter || isNamed) ? "Shift+" : "";
  return `${ctrlKey || metaKey ? "Ctrl+" : ""}${altKey ? "Alt+" : ""}${shift}${isLetter ? key.toUpperCase() : key}`;
}

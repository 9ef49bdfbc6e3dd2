import { describe, expect, test } from "vitest";
import { formatKeys, intentOf, keyMap, keysFor, type KeyPress } from "./key-map.ts";

const press = (keys: string): KeyPress => {
  const parts = keys.split(/\+(?!$)/);
  const key = parts.at(-1) ?? "";
  return {
    key,
    ctrlKey: parts.includes("Ctrl"),
    metaKey: parts.includes("Meta"),
    altKey: parts.includes("Alt"),
    shiftKey: parts.includes("Shift"),
  };
};

describe("keys", () => {
  test.each([
    ["Ctrl+z", "undo"],
    ["Ctrl+y", "redo"],
    ["Ctrl+s", "save"],
    ["Ctrl+Enter", "execute"],
    ["Ctrl+c", "copy"],
    ["Ctrl+v", "paste"],
    ["Delete", "delete"],
    ["Shift+Delete", "deleteNow"],
    ["ArrowLeft", "moveLeft"],
    ["Tab", "nextNode"],
    ["Shift+Tab", "previousNode"],
    ["a", "addNext"],
    ["l", "startLink"],
    ["+", "zoomIn"],
    ["Shift++", "zoomIn"],
    ["-", "zoomOut"],
    ["0", "fit"],
    ["/", "findComponent"],
    ["Ctrl+f", "findNode"],
    ["Ctrl+k", "findNode"],
    ["Escape", "release"],
    ["Shift+?", "listKeys"],
    ["Meta+z", "undo"],
    ["Ctrl+Shift+Z", "redo"],
    ["q", undefined],
    ["Ctrl+l", undefined],
    ["Alt+Tab", undefined],
  ])("%s is %s", (keys, intent) => {
    expect(intentOf(press(keys), false)).toBe(intent);
  });

  test("while someone types, letters are letters", () => {
    const typing = (keys: string) => intentOf(press(keys), true);
    expect(["a", "Delete", "Ctrl+c", "Tab", "ArrowLeft", "?", "-"].map(typing)).toEqual(Array.from({ length: 7 }, () => undefined));
    expect(["Ctrl+s", "Ctrl+Enter", "Ctrl+z", "Escape"].map(typing)).toEqual(["save", "execute", "undo", "release"]);
  });

  test("no keys mean two things, and menus show them", () => {
    expect(new Set(keyMap.map((binding) => binding.keys)).size).toBe(keyMap.length);
    const shown = (["undo", "deleteNow", "moveLeft", "walkBack"] as const).map((intent) => keysFor(intent) ?? "");
    expect(shown.map((keys) => formatKeys(keys, false))).toEqual(["Ctrl+Z", "Shift+Del", "Left", "Alt+Left"]);
    expect(shown.map((keys) => formatKeys(keys, true))).toEqual(["⌘Z", "⇧Del", "Left", "⌥Left"]);
  });
});

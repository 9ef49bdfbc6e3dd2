import { expect, test } from "vitest";
import { at, moveByKey, type GridSelection } from "./grid-keys.ts";

const size = { rows: 5, columns: 3, page: 2 };
const plain = { shiftKey: false, ctrlKey: false, metaKey: false };

test.each<[string, Partial<typeof plain>, readonly [number, number], readonly [number, number]]>([
  ["ArrowDown", {}, [0, 0], [1, 0]],
  ["ArrowDown", {}, [4, 0], [4, 0]],
  ["ArrowUp", { ctrlKey: true }, [3, 2], [0, 2]],
  ["ArrowRight", { metaKey: true }, [3, 0], [3, 2]],
  ["Home", {}, [3, 2], [3, 0]],
  ["End", { ctrlKey: true }, [0, 0], [4, 2]],
  ["PageDown", {}, [1, 1], [3, 1]],
  ["Tab", {}, [1, 2], [2, 0]],
  ["Tab", { shiftKey: true }, [1, 0], [0, 2]],
  ["Enter", {}, [1, 1], [2, 1]],
  ["Enter", { shiftKey: true }, [1, 1], [0, 1]],
])("%s with %o", (key, modifiers, [row, column], [toRow, toColumn]) => {
  expect(moveByKey(at(row, column), { key, ...plain, ...modifiers }, size)).toEqual(at(toRow, toColumn));
});

test("Shift extends a range from where it began", () => {
  let selection: GridSelection | undefined = at(1, 1);
  for (const key of ["ArrowDown", "ArrowRight", "ArrowDown"])
    selection = moveByKey(selection ?? at(0, 0), { key, ...plain, shiftKey: true }, size);
  expect(selection).toEqual({ anchor: { row: 1, column: 1 }, active: { row: 3, column: 2 } });
});

test("Tab leaves the grid at its ends, and other keys move nothing", () => {
  expect(moveByKey(at(4, 2), { key: "Tab", ...plain }, size)).toBeUndefined();
  expect(moveByKey(at(0, 0), { key: "Tab", ...plain, shiftKey: true }, size)).toBeUndefined();
  expect(moveByKey(at(0, 0), { key: "a", ...plain }, size)).toBeUndefined();
});

import { expect, test } from "vitest";
import { actualReader } from "./actual-of.ts";

test("a class matches its text, or its number however it is written", () => {
  const text = actualReader({ name: "paid", kind: "class", values: ["no", "yes"] }, undefined);
  expect(["no", "yes", "perhaps", ""].map(text)).toEqual([0, 1, undefined, undefined]);
  const number = actualReader({ name: "paid", kind: "class", values: ["0", "1"] }, undefined);
  expect(["0", "1", "1.0", "1e0", "2", " "].map(number)).toEqual([0, 1, 1, 1, undefined, undefined]);
});

test("a number is used as it is, if it is valid", () => {
  const read = actualReader({ name: "loss", kind: "number" }, undefined);
  expect(["12.5", "-3", "nan", "inf", "many", ""].map(read)).toEqual([12.5, -3, undefined, undefined, undefined, undefined]);
});

test("a number is mapped to its band", () => {
  const label = { name: "age", kind: "class", values: ["below 18", "18 to 65", "65 and more"] } as const;
  const read = actualReader(label, { bounds: [18, 65], type: "INTEGER" });
  expect(["17", "18", "64.5", "65", "18 to 65", "x"].map(read)).toEqual([0, 1, 1, 2, 1, undefined]);
});

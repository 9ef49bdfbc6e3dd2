import { expect, test } from "vitest";
import { capitals, smalls, whiteSpace } from "./letters.ts";

const units = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));

/** The alphabets of the table: Latin with its accents, Greek, Cyrillic, Armenian. */
const blocks: readonly (readonly [number, number])[] = [
  [0x41, 0x17f],
  [0x386, 0x3ab],
  [0x400, 0x556],
  [0x1e00, 0x1eff],
];

const letters = { capitals: capitals.split(""), smalls: smalls.split("") };

test("[FO14] a pair is a capital and its small letter, as Unicode has them", () => {
  expect(capitals).toHaveLength(smalls.length);
  expect(letters.smalls.map((small) => small.toUpperCase())).toEqual(letters.capitals);
  expect(letters.capitals.map((capital) => capital.toLowerCase())).toEqual(letters.smalls);
});

test("[FO14] no pair of these alphabets is missing and none is there twice", () => {
  const wanted = units.filter((unit, code) => {
    const small = unit.toLowerCase();
    const isListed = blocks.some(([from, to]) => code >= from && code <= to);
    return isListed && small !== unit && small.length === 1 && small.toUpperCase() === unit;
  });
  expect(letters.capitals.toSorted()).toEqual(wanted);
});

test("[FO15] white space is what trim of JavaScript removes", () => {
  const listed = units.filter((_unit, code) => whiteSpace.some(([from, to]) => code >= from && code <= to));
  expect(listed).toEqual(units.filter((unit) => unit.trim() === ""));
});

import { expect, test } from "vitest";
import { isId, newId } from "./id.ts";

test("an id is a ULID with the time of its creation", () => {
  const before = Date.now();
  const id = newId();
  expect(isId(id)).toBe(true);
  expect(id).toHaveLength(26);
  const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  const millis = Array.from(id.slice(0, 10)).reduce((sum, character) => sum * 32 + alphabet.indexOf(character), 0);
  expect(millis).toBeGreaterThanOrEqual(before);
  expect(millis).toBeLessThanOrEqual(Date.now());
});

test("a hundred thousand ids are distinct and ordered, although many share a millisecond", () => {
  const ids = Array.from({ length: 100_000 }, () => newId());
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
});

test("ids do not go back when the clock does", () => {
  const now = Date.now() + 5_000;
  const first = newId(now);
  const second = newId(now - 60_000);
  expect(second > first).toBe(true);
  expect(second.slice(0, 10)).toBe(first.slice(0, 10));
});

test("other texts are not ids", () => {
  expect(isId("01ARZ3NDEKTSV4RRFFQ69G5FAU")).toBe(false);
  expect(isId("8ZZZZZZZZZZZZZZZZZZZZZZZZZ")).toBe(false);
  expect(isId("01arz3ndektsv4rrffq69g5fav")).toBe(false);
  expect(isId("")).toBe(false);
});

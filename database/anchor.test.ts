import { describe, expect, test } from "vitest";
import { createAnchor, readAnchor } from "./anchor.ts";

const key = { id: "a", key: Buffer.alloc(32, 1) };
const ends = { b: { number: 2, hash: "h2" }, a: { number: 1, hash: "h1" } };
const at = new Date("2026-11-16T12:00:00Z");
const signed = createAnchor(ends, at, key);

describe("an anchor", () => {
  test("is verified by its signature, whatever the order of its fields, also after a rotation of keys", () => {
    const turned = { ...signed, ends: { b: signed.ends["b"], a: signed.ends["a"] } };
    expect(readAnchor(JSON.stringify(turned), [{ id: "newer", key: Buffer.alloc(32, 2) }, key])).toEqual({ ends, signed: true });
  });
  test("without a key is not signed", () => {
    expect(readAnchor(JSON.stringify(createAnchor(ends, at, undefined)), [key])).toEqual({ ends, signed: false });
  });
  test("that was altered, or signed with another key of the same name, is refused", () => {
    const forged = { ...signed, ends: { ...signed.ends, a: { number: 1, hash: "other" } } };
    expect(() => readAnchor(JSON.stringify(forged), [key])).toThrow("signature does not hold");
    expect(() => readAnchor(JSON.stringify({ ...signed, at: "2026-11-17T12:00:00.000Z" }), [key])).toThrow("signature does not hold");
    expect(() => readAnchor(JSON.stringify(signed), [{ id: "a", key: Buffer.alloc(32, 9) }])).toThrow("signature does not hold");
    expect(() => readAnchor(JSON.stringify(signed), [])).toThrow("AIRLOCK_SECRET_KEYS");
  });
  test("of another form is refused", () => {
    expect(() => readAnchor("{}", [])).toThrow("ends");
  });
});

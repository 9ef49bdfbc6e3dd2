import { createHash } from "node:crypto";
import { sequenceOf, signatureField, type KeyEntry } from "@airlock/contract";
import { createLog } from "@airlock/platform";
import { expect, test } from "vitest";
import { memoryLastGood } from "../disk/memory-last-good.fixture.ts";
import { openGate, tombstone } from "../entry/open-gate.fixture.ts";
import { createKeys } from "./keys.ts";

const log = createLog({ name: "test", level: "silent" });
const keyId = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
const secret = "a-secret-of-some-length";
const bearer = `Bearer alk_${keyId}_${secret}`;
const entry: KeyEntry = {
  keyId,
  organisationId: "org",
  userId: "user",
  permissions: ["solution.execute"],
  hash: createHash("sha256").update(secret).digest("hex"),
};
const change = (value: KeyEntry, revision = 1) => ({ key: value.keyId, revision, value, text: JSON.stringify(value) });

test("a key authenticates its caller until it is revoked", () => {
  const keys = createKeys({ disk: memoryLastGood(), gate: openGate, log });
  expect(keys.authenticate(bearer, 0)).toBeUndefined();
  keys.apply(change(entry));
  expect(keys.authenticate(bearer, 0)).toMatchObject({ keyId, organisationId: "org", mayExecute: true });
  expect(keys.authenticate(bearer, 0)).toMatchObject({ keyId });
  keys.apply(tombstone(keyId, 2));
  expect(keys.authenticate(bearer, 0)).toBeUndefined();
  expect(keys.revokedSince(1)).toEqual([[keyId, 2]]);
});

test("a wrong secret, a malformed key and a missing header authenticate no one", () => {
  const keys = createKeys({ disk: memoryLastGood(), gate: openGate, log });
  keys.apply(change(entry));
  const others = [
    undefined,
    "",
    "Bearer ",
    bearer.slice("Bearer ".length),
    `Basic ${secret}`,
    `${bearer}x`,
    `bearer alk_${keyId}_${secret}`,
  ];
  for (const other of [...others, `Bearer alk_${keyId}_`, "Bearer alk_01ARZ3NDEKTSV4RRFFQ69G5FAW_a-secret-of-some-length"]) {
    expect(keys.authenticate(other, 0), other).toBeUndefined();
  }
});

test("a key expires, also if it was verified before", () => {
  const keys = createKeys({ disk: memoryLastGood(), gate: openGate, log });
  keys.apply(change({ ...entry, expires: "2026-01-01T00:00:00Z" }));
  const end = Date.parse("2026-01-01T00:00:00Z");
  expect(keys.authenticate(bearer, end - 1)).toBeDefined();
  expect(keys.authenticate(bearer, end)).toBeUndefined();
  // Its owner is still known, to record that the call was refused.
  expect(keys.ownerOf(bearer)).toMatchObject({ keyId, organisationId: "org" });
  expect(keys.ownerOf(`${bearer}x`)).toBeUndefined();
  expect(keys.ownerOf(undefined)).toBeUndefined();
});

test("a key without the permission is known but may not execute; an administrator's key may", () => {
  const keys = createKeys({ disk: memoryLastGood(), gate: openGate, log });
  keys.apply(change({ ...entry, permissions: ["solutions.list"] }));
  expect(keys.authenticate(bearer, 0)).toMatchObject({ mayExecute: false });
  keys.apply(change({ ...entry, permissions: ["*"] }, 2));
  expect(keys.authenticate(bearer, 0)).toMatchObject({ mayExecute: true });
});

test("keys are stored on disk, and an unreadable value refuses its key", () => {
  const disk = memoryLastGood();
  createKeys({ disk, gate: openGate, log }).apply(change(entry));
  const again = createKeys({ disk, gate: openGate, log });
  expect(again.authenticate(bearer, 0)).toBeDefined();
  again.apply({ key: keyId, revision: 3, value: undefined, text: "{" });
  expect(again.authenticate(bearer, 0)).toBeUndefined();
  expect(createKeys({ disk, gate: openGate, log }).authenticate(bearer, 0)).toBeUndefined();
});

test("a peer's report revokes only older entries", () => {
  const keys = createKeys({ disk: memoryLastGood(), gate: openGate, log });
  keys.apply(change(entry, 5));
  keys.revokeByPeer(keyId, 4);
  expect(keys.authenticate(bearer, 0)).toBeDefined();
  keys.revokeByPeer(keyId, 6);
  expect(keys.authenticate(bearer, 0)).toBeUndefined();
});

test("a revocation by the bucket or by a peer is stored on disk with its number, which detects replays", () => {
  const disk = memoryLastGood();
  const keys = createKeys({ disk, gate: openGate, log });
  const signed = (revision: number, sequence: number) => ({
    ...change(entry, revision),
    text: signatureField(JSON.stringify(entry), { masterKey: "m", sequence, mac: "" }),
  });
  keys.apply(signed(1, 7));
  keys.revokeByPeer(keyId, 2);
  expect(sequenceOf(disk.entries.get(keyId)?.text ?? "")).toBe(7);
  keys.apply(signed(3, 8));
  keys.apply(tombstone(keyId, 9));
  expect(sequenceOf(disk.entries.get(keyId)?.text ?? "")).toBe(9);
  const again = createKeys({ disk, gate: openGate, log });
  expect([again.size(), again.authenticate(bearer, 0)]).toEqual([0, undefined]);
});

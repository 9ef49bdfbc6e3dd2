import { randomBytes } from "node:crypto";
import { readBucketValue, readSignature, signatureField, tombstoneBody } from "@airlock/contract";
import { expect, test } from "vitest";
import { createEntrySigner } from "./entry-signature.ts";

const older = { id: "2025", key: randomBytes(32) };
const newer = { id: "2026.a", key: randomBytes(32) };
const signer = createEntrySigner([newer, older]);
const body = JSON.stringify({
  keyId: "k",
  organisationId: "o",
  userId: "u",
  permissions: ["solution.execute"],
  hash: "0".repeat(64),
});
const text = signer.sign("keys", "k", 7, body);

test("a signed entry is valid for its bucket and key, and reads as before", () => {
  expect(signer.verify("keys", "k", text)).toEqual({ sequence: 7, present: true, deleted: false });
  expect(readBucketValue.keys(text)).toEqual(JSON.parse(body));
});

test("an entry that was moved, altered, renumbered or never signed is not", () => {
  expect(signer.verify("keys", "other", text)).toBeUndefined();
  expect(signer.verify("secrets", "k", text)).toBeUndefined();
  expect(signer.verify("keys", "k", text.replace("solution.execute", "solution.update"))).toBeUndefined();
  expect(signer.verify("keys", "k", text.replace(":7:", ":8:"))).toBeUndefined();
  expect(signer.verify("keys", "k", body)).toBeUndefined();
  expect(signer.verify("keys", "k", signatureField(body, { masterKey: newer.id, sequence: 7, mac: "" }))).toBeUndefined();
  expect(signer.verify("keys", "k", `${text} `)).toBeUndefined();
  // A second field of the same name does not hide the first: the last one is the signature, over everything before it.
  expect(
    signer.verify("keys", "k", signatureField(text, { masterKey: newer.id, sequence: 7, mac: readSignature(text)?.mac ?? "" })),
  ).toBeUndefined();
});

test("any configured master key verifies, others do not", () => {
  expect(createEntrySigner([older]).verify("keys", "k", text)).toBeUndefined();
  expect(signer.verify("keys", "k", createEntrySigner([older]).sign("keys", "k", 7, body))).toMatchObject({ present: false });
});

test("a tombstone is signed like any entry", () => {
  const tombstone = signer.sign("keys", "k", 8, tombstoneBody);
  expect(signer.verify("keys", "k", tombstone)).toEqual({ sequence: 8, present: true, deleted: true });
  expect(readBucketValue.keys(tombstone)).toBeUndefined();
});

import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createSecretBox, readMasterKeys, SecretUnreadable, type MasterKey } from "./secrets.ts";

const masterKey = (id: string): MasterKey => ({ id, key: randomBytes(32) });
const first = masterKey("first");
const second = masterKey("second");

describe("a sealed secret", () => {
  const box = createSecretBox([first]);

  test("can be decrypted for its owner", () => {
    expect(box.open(box.seal("a key file", "org-a"), "org-a")).toBe("a key file");
  });

  test("reveals nothing, and equal texts have different ciphertexts", () => {
    const [one, other] = [box.seal("a key file", "org-a"), box.seal("a key file", "org-a")];
    expect(Buffer.concat([one.sealed, one.sealedDataKey]).includes("a key file")).toBe(false);
    expect(one.sealed.equals(other.sealed)).toBe(false);
    expect(one.sealedDataKey.equals(other.sealedDataKey)).toBe(false);
  });

  test("cannot be decrypted in another owner's row, altered, or with parts of another", () => {
    const secret = box.seal("a key file", "org-a");
    const foreign = box.seal("another", "org-a");
    const altered = Buffer.from(secret.sealed);
    altered.writeUInt8(altered.readUInt8(altered.length - 1) ^ 1, altered.length - 1);
    expect(() => box.open(secret, "org-b")).toThrow(SecretUnreadable);
    expect(() => box.open({ ...secret, sealed: altered }, "org-a")).toThrow(SecretUnreadable);
    expect(() => box.open({ ...secret, sealed: foreign.sealed }, "org-a")).toThrow(SecretUnreadable);
    expect(() => box.open({ ...secret, sealed: Buffer.alloc(3) }, "org-a")).toThrow(SecretUnreadable);
  });

  test("cannot be decrypted with a different key of the same name", () => {
    const secret = box.seal("a key file", "org-a");
    expect(() => createSecretBox([{ id: "first", key: second.key }]).open(secret, "org-a")).toThrow(SecretUnreadable);
  });
});

test("with both master keys everything can be decrypted; after rewrapping, the old one can be removed", () => {
  const old = createSecretBox([first]).seal("a key file", "org-a");
  const both = createSecretBox([second, first]);
  expect(both.open(old, "org-a")).toBe("a key file");
  const rewrapped = both.rewrap(old, "org-a");
  expect(rewrapped).toMatchObject({ masterKey: "second", sealed: old.sealed });
  expect(both.rewrap(rewrapped ?? old, "org-a")).toBeUndefined();
  const alone = createSecretBox([second]);
  expect(alone.open(rewrapped ?? old, "org-a")).toBe("a key file");
  expect(() => alone.open(old, "org-a")).toThrow("The master key first is not configured.");
});

describe("master keys in the configuration", () => {
  const good = randomBytes(32).toString("base64");

  test("are ordered, the current one first", () => {
    expect(readMasterKeys(`2026-11:${good}, 2025:${randomBytes(32).toString("base64url")}`).map(({ id }) => id)).toEqual([
      "2026-11",
      "2025",
    ]);
  });

  test.each([
    ["", "Master key 1 is not of the form id:base64."],
    [good, "Master key 1 is not of the form id:base64."],
    [`a:${good},`, "Master key 2 is not of the form id:base64."],
    [`a:${Buffer.alloc(16).toString("base64")}`, "Master key a has 16 bytes instead of 32."],
    [`a:${good},a:${good}`, "Two master keys have the same id."],
  ])("%s is refused", (text, sentence) => {
    expect(() => readMasterKeys(text)).toThrow(sentence);
  });
});

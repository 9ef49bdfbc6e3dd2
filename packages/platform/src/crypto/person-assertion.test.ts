import { expect, test } from "vitest";
import { createPersonAssertions } from "./person-assertion.ts";

const keyOf = (id: string, fill: number) => ({ id, key: Buffer.alloc(32, fill) });
const assertion = { organisationId: "org", userId: "user", versionId: "version", expires: 1_000 };

test("an assertion is verified with the master key, also after a rotation", () => {
  const text = createPersonAssertions([keyOf("a", 1)]).sign(assertion);
  expect(createPersonAssertions([keyOf("a", 1)]).verify(text)).toEqual(assertion);
  expect(createPersonAssertions([keyOf("b", 2), keyOf("a", 1)]).verify(text)).toEqual(assertion);
});

test("a forged, altered or foreign text is not an assertion", () => {
  const { sign, verify } = createPersonAssertions([keyOf("a", 1)]);
  const [head = "", mac = ""] = sign(assertion).split(".");
  const other = Buffer.from(JSON.stringify(["other", "user", "version", 1_000])).toString("base64url");
  const foreign = createPersonAssertions([keyOf("b", 2)]).sign(assertion);
  for (const text of [
    "",
    "alp_",
    "alp_.",
    head,
    `${head}.`,
    `${head}.${mac.slice(2)}`,
    `${head}.${mac}.x`,
    `alp_${other}.${mac}`,
    foreign,
  ]) {
    expect(verify(text), text).toBeUndefined();
  }
});

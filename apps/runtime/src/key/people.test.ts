import { createPersonAssertions } from "@airlock/platform";
import { expect, test } from "vitest";
import { personCaller } from "./people.ts";

const assertions = createPersonAssertions([{ id: "a", key: Buffer.alloc(32, 1) }]);
const asserted = { organisationId: "org", userId: "user", versionId: "version", expires: 1_000 };
const bearer = `Bearer ${assertions.sign(asserted)}`;

test("a user whom the api asserts may execute the version they were asserted for", () => {
  expect(personCaller(assertions, bearer, "version", 999)).toMatchObject({
    keyId: "user",
    callerId: "user",
    organisationId: "org",
    mayExecute: true,
  });
});

test("another version, an expired assertion, a forged text and a key assert no one", () => {
  const forged = createPersonAssertions([{ id: "b", key: Buffer.alloc(32, 2) }]).sign(asserted);
  expect(personCaller(assertions, bearer, "other", 999)).toBeUndefined();
  expect(personCaller(assertions, bearer, "version", 1_000)).toBeUndefined();
  for (const header of [undefined, "", `Bearer ${forged}`, "Bearer alk_01ARZ3NDEKTSV4RRFFQ69G5FAV_x", bearer.slice("Bearer ".length)]) {
    expect(personCaller(assertions, header, "version", 999), header).toBeUndefined();
  }
});

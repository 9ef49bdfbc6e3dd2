import { expect, test } from "vitest";
import { checkedLookup, resolveBySystem } from "./checked-lookup.ts";
import { createEgressPolicy } from "./egress-policy.ts";
import { EgressRefusal } from "./egress-refusal.ts";

test("a name that nobody knows is a refusal, asked of the system as well", async () => {
  const lookup = checkedLookup(createEgressPolicy(), "no-such-name.invalid", 443, resolveBySystem);
  const error = await new Promise<unknown>((resolve) => {
    lookup("no-such-name.invalid", { all: true }, (failure) => resolve(failure));
  });
  expect(error).toBeInstanceOf(EgressRefusal);
  expect(error).toMatchObject({ code: "WEB_CALL_FAILED", message: "no-such-name.invalid was not found." });
});

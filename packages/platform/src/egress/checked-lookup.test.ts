import { expect, test } from "vitest";
import { checkedLookup } from "./checked-lookup.ts";
import { createEgressPolicy } from "./egress-policy.ts";
import { EgressRefusal } from "./egress-refusal.ts";
import { createNameResolver } from "./name-resolver.ts";
import { startNameServer } from "../testing/name-server.ts";

test("a name that does not exist is a refusal", async () => {
  const server = await startNameServer(() => []);
  const { resolve } = createNameResolver({ servers: [server.address] });
  const lookup = checkedLookup(createEgressPolicy(), "no-such-name.invalid", 443, resolve, { owner: "one" });
  const error = await new Promise<unknown>((failed) => {
    lookup("no-such-name.invalid", { all: true }, (failure) => failed(failure));
  });
  expect(error).toBeInstanceOf(EgressRefusal);
  expect(error).toMatchObject({ code: "WEB_CALL_FAILED", message: "no-such-name.invalid was not found." });
  server.close();
});

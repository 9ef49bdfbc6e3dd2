import type { RefusedRequestFields } from "@airlock/contract";
import { expect, test } from "vitest";
import { requestCurl } from "./request-curl.ts";

const fields = { method: "POST", address: "/dme/it's", correlationId: "order-17" } as RefusedRequestFields;

test("the call is repeated with the caller's own key and body", () => {
  expect(requestCurl(fields, "https://airlock.test")).toBe(String.raw`curl --request 'POST' 'https://airlock.test/dme/it'\''s' \
  --header "Authorization: Bearer $AIRLOCK_KEY" \
  --header 'X-Correlation-ID: order-17' \
  --header 'Content-Type: application/json' \
  --data @body.json`);
});

test("another method has no body", () => {
  expect(requestCurl({ ...fields, method: "GET" }, "https://airlock.test")).not.toContain("--data");
});

import { expect, test } from "vitest";
import { createCallerQuotas, Quota } from "./quotas.ts";

test("an owner has its rate and a burst of two seconds, independent of others", () => {
  const quota = new Quota(10);
  for (let call = 0; call < 20; call += 1) {
    expect(quota.wait("one", 0)).toBe(0);
    quota.spend("one", 1, 0);
  }
  expect(quota.wait("one", 0)).toBe(1);
  expect(quota.wait("other", 0)).toBe(0);
  expect(quota.wait("one", 99)).toBe(1);
  expect(quota.wait("one", 100)).toBe(0);
});

test("a configured burst replaces that of two seconds", () => {
  const quota = new Quota(1, 100);
  quota.spend("one", 99, 0);
  expect(quota.wait("one", 0)).toBe(0);
  quota.spend("one", 1, 0);
  expect(quota.wait("one", 0)).toBe(1);
  expect(quota.wait("one", 1_000)).toBe(0);
});

test("a batch is admitted as a whole, and its owner waits until the debt is paid", () => {
  const quota = new Quota(100);
  expect(quota.wait("one", 0)).toBe(0);
  quota.spend("one", 1_000, 0);
  expect(quota.wait("one", 0)).toBe(9);
  expect(quota.wait("one", 8_000)).toBe(1);
  expect(quota.wait("one", 8_010)).toBe(0);
  // A pause fills the bucket only up to its burst.
  quota.spend("one", 200, 100_000);
  expect(quota.wait("one", 100_000)).toBe(1);
});

test("0 means no quota", () => {
  const quotas = createCallerQuotas({ organisationPerSecond: 0, keyPerSecond: 0 });
  const caller = { keyId: "key", callerId: "caller", organisationId: "one", mayExecute: true, expires: Infinity };
  quotas.spend(caller, 1_000_000);
  expect(quotas.wait(caller)).toBe(0);
});

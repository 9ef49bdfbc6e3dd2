import { expect, test } from "vitest";
import { attackAnswers, attackUrls, openHosts } from "./attack-addresses.fixture.ts";
import { createEgressPolicy } from "./egress-policy.ts";

const policy = createEgressPolicy();

test("at least 450 attacks are tried", () => {
  expect(new Set([...attackUrls, ...attackAnswers]).size).toBeGreaterThanOrEqual(450);
});

test.each(attackUrls)("%j is refused by its URL", (url) => {
  expect(policy.whyNotUrl(url.replace("PORT", "8123"))).toBeTypeOf("string");
});

test.each(attackAnswers)("a name that resolves to %s is refused", (address) => {
  expect(policy.whyNotAddress(address, "rebind.example.com", 80)).toBeTypeOf("string");
});

test.each(openHosts)("%s is open", (host) => {
  expect(policy.whyNotUrl(`https://${host}/`)).toBeUndefined();
});

test("hosts that an installation allows are open, only at the given port if there is one", () => {
  const opened = createEgressPolicy({ allow: ["scores.intranet:8443", "10.20.0.0/16", "models"] });
  expect(opened.whyNotUrl("https://scores.intranet:8443/x")).toBeUndefined();
  expect(opened.whyNotUrl("https://scores.intranet/x")).toContain("scores.intranet");
  expect(opened.whyNotUrl("http://10.20.7.7/")).toBeUndefined();
  expect(opened.whyNotUrl("http://10.21.0.1/")).toContain("a private network");
  expect(opened.whyNotUrl("http://models:9000/")).toBeUndefined();
  expect(opened.whyNotAddress("10.0.0.9", "models", 9000)).toBeUndefined();
});

test("the reason names the host, and the address that it resolves to if it is a name", () => {
  expect(policy.whyNotUrl("http://127.0.0.1:9000/")).toBe("127.0.0.1 is this host");
  expect(policy.whyNotAddress("10.0.0.9", "scores.example.com", 80)).toBe("scores.example.com resolves to 10.0.0.9, a private network");
});

test("Airlock's own services are never called, allowed or not", () => {
  const opened = createEgressPolicy({ allow: ["10.0.0.0/8"], own: ["nats://10.0.0.5", "http://10.0.0.6:8123"] });
  expect(opened.whyNotUrl("http://10.0.0.5:4222/")).toContain("own parts");
  expect(opened.whyNotAddress("10.0.0.6", "innocent.example.com", 8123)).toContain("own parts");
  expect(opened.whyNotUrl("http://10.0.0.6:80/")).toBeUndefined();
});

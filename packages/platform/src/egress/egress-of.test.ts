import { expect, test } from "vitest";
import { egressPolicyOf } from "./egress-of.ts";

const environment = {
  AIRLOCK_NATS_URL: "nats://nats-1:4222,nats://nats-2:4222, nats://10.0.0.13:4222",
  AIRLOCK_NATS_MONITORING_URL: "http://nats-1:8222,http://nats-2:8222",
  AIRLOCK_POSTGRES_URL: "postgres://airlock_app:airlock@postgres:5432/airlock",
  AIRLOCK_CLICKHOUSE_URL: "http://clickhouse:8123",
  AIRLOCK_GCS_ENDPOINT: "http://gcs:4443",
  AIRLOCK_GOOGLE_TOKEN_ENDPOINT: "https://oauth2.googleapis.com/token",
  AIRLOCK_RUNTIME_PORT: "8082",
  AIRLOCK_DATA_DIR: "/data",
};
const addresses: Readonly<Record<string, string>> = {
  "nats-1": "10.0.0.11",
  "nats-2": "10.0.0.12",
  postgres: "10.0.0.21",
  clickhouse: "::ffff:10.0.0.22",
  gcs: "fd00::23",
  "oauth2.googleapis.com": "142.250.0.1",
};
const resolve = (host: string) => Promise.resolve([addresses[host] ?? "10.9.9.9"]);

async function policyOf(allow: string) {
  const policy = egressPolicyOf(allow, environment, resolve);
  // The resolver above responds within a few turns of the event loop.
  await expect.poll(() => policy.whyNotAddress("10.7.7.7", "partner.example.com", 443)).toBe(undefined);
  return policy;
}

test("an allowed block does not open Airlock's own services by address, at any port of their hosts", async () => {
  const { whyNotAddress, whyNotUrl } = await policyOf("10.0.0.0/8,fd00::/8");
  for (const [address, port] of [
    ["10.0.0.11", 4222],
    ["10.0.0.11", 8222],
    ["10.0.0.11", 6222],
    ["10.0.0.12", 4222],
    ["10.0.0.13", 8222],
    ["10.0.0.21", 5432],
    ["10.0.0.22", 8123],
    ["10.0.0.22", 9000],
    ["fd00::23", 4443],
  ] as const) {
    expect(whyNotAddress(address, "innocent.example.com", port), `${address} ${port}`).toContain("own parts");
  }
  expect(whyNotUrl("http://10.0.0.21:5432/")).toContain("own parts");
  expect(whyNotUrl("http://10.0.0.12:8222/varz")).toContain("own parts");
  expect(whyNotUrl("http://10.7.7.7:9000/score")).toBeUndefined();
});

test("an allowed block does not open Airlock's processes on any host unless they are named", async () => {
  const { whyNotAddress } = await policyOf("10.0.0.0/8");
  expect(whyNotAddress("10.4.4.4", "other-runtime.example.com", 8082)).toContain("own parts");
  const named = await policyOf("10.0.0.0/8,10.4.4.4:8082");
  expect(named.whyNotAddress("10.4.4.4", "10.4.4.4", 8082)).toBeUndefined();
});

test("an allowed name does not open the port of an own service", async () => {
  const { whyNotAddress } = await policyOf("10.7.0.0/16,scores.intranet");
  expect(whyNotAddress("10.0.0.21", "scores.intranet", 5432)).toContain("own parts");
  // On the same host as an own service, at a port that the installation allowed by name.
  expect(whyNotAddress("10.0.0.21", "scores.intranet", 9443)).toBeUndefined();
});

test("on a single machine only the ports of own services are closed", async () => {
  const local = { AIRLOCK_NATS_URL: "nats://127.0.0.1:4222", AIRLOCK_RUNTIME_PORT: "8082" };
  const { whyNotAddress } = egressPolicyOf("127.0.0.0/8", local, resolve);
  expect(whyNotAddress("127.0.0.1", "127.0.0.1", 9000)).toBeUndefined();
  expect(whyNotAddress("127.0.0.1", "127.0.0.1", 4222)).toContain("own parts");
  expect(whyNotAddress("127.0.0.1", "127.0.0.1", 8082)).toContain("own parts");
});

test("a public address that an own service shares with others stays open", async () => {
  const { whyNotAddress } = await policyOf("10.0.0.0/8");
  expect(whyNotAddress("142.250.0.1", "maps.googleapis.com", 443)).toBeUndefined();
});

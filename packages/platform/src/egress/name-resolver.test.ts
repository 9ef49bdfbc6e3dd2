import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createEgress } from "./egress-client.ts";
import { createEgressPolicy } from "./egress-policy.ts";
import { createNameResolver, type NameResolverOptions } from "./name-resolver.ts";
import { startNameServer } from "../testing/name-server.ts";

const patient = { timeout: 30_000 };
let server: Awaited<ReturnType<typeof startNameServer>>;
/** Empty files, so that the machine's configuration has no effect. */
let none: string;

beforeAll(async () => {
  server = await startNameServer((name) => {
    if (name.endsWith("slow.example")) return undefined;
    if (name.endsWith("missing.example") || name === "scores") return [];
    if (name.endsWith("rebind.example")) return ["8.8.8.8", "127.0.0.1"];
    return ["127.0.0.2", "fd00::2"];
  });
  none = await fileWith("");
});
afterAll(() => server.close());
beforeEach(() => void server.queries.splice(0));

async function fileWith(text: string): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), "airlock-names-")), "file");
  await writeFile(file, text);
  return file;
}

const resolver = (options: NameResolverOptions = {}) =>
  createNameResolver({ servers: [server.address], hostsFile: none, resolvFile: none, ...options });

/** The addresses, or the error. */
const ask = ({ resolve }: ReturnType<typeof createNameResolver>, host: string, owner = "one", signal?: AbortSignal) =>
  new Promise<unknown>((found) =>
    resolve(host, (error, addresses) => found(error ?? addresses.map(({ address }) => address)), { owner, signal }),
  );

test("addresses of both families are found, cached and expire", async () => {
  let now = 0;
  const names = resolver({ now: () => now });
  expect(await ask(names, "bank.example")).toEqual(["127.0.0.2", "fd00::2"]);
  expect(await ask(names, "bank.example", "two")).toEqual(["127.0.0.2", "fd00::2"]);
  expect(server.queries.toSorted()).toEqual(["A bank.example", "AAAA bank.example"]);
  now = 31_000;
  await ask(names, "bank.example");
  expect(server.queries).toHaveLength(4);
});

test("a missing name is cached for two seconds", async () => {
  let now = 0;
  const names = resolver({ now: () => now });
  for (let call = 0; call < 3; call += 1) expect(await ask(names, "missing.example")).toEqual([]);
  expect(server.queries).toHaveLength(2);
  now = 2_001;
  await ask(names, "missing.example");
  expect(server.queries).toHaveLength(4);
});

test("concurrent lookups of a name share one query", async () => {
  const names = resolver();
  await Promise.all(Array.from({ length: 20 }, () => ask(names, "bank.example")));
  expect(server.queries).toHaveLength(2);
});

test("lookups of one organisation are limited until they end, and those of another are not affected", async () => {
  const names = resolver({ maxEach: 4 });
  const callers = Array.from({ length: 4 }, () => new AbortController());
  const slow = callers.map(({ signal }, index) => ask(names, `x${index}.slow.example`, "attacker", signal));
  expect(await ask(names, "x5.slow.example", "attacker")).toMatchObject({ code: "WEB_CALL_BUSY" });
  expect(await ask(names, "bank.example", "victim")).toEqual(["127.0.0.2", "fd00::2"]);
  expect(names.underWay()).toBe(4);
  for (const caller of callers) caller.abort();
  await expect.poll(() => names.underWay(), patient).toBe(0);
  expect(await ask(names, "other.example", "attacker")).toEqual(["127.0.0.2", "fd00::2"]);
  await Promise.race([...slow, Promise.resolve()]);
});

test("a lookup continues while one of its callers waits", async () => {
  const names = resolver();
  const [first, second] = [new AbortController(), new AbortController()];
  void ask(names, "both.slow.example", "one", first.signal);
  void ask(names, "both.slow.example", "two", second.signal);
  first.abort();
  expect(names.underWay()).toBe(1);
  second.abort();
  await expect.poll(() => names.underWay(), patient).toBe(0);
});

test("names of the hosts file are not queried, and localhost is this machine", async () => {
  const names = resolver({ hostsFile: await fileWith("10.1.2.3  Partner partner.example # ours\n::1 partner\nno-address x\n") });
  expect(await ask(names, "partner")).toEqual(["10.1.2.3", "::1"]);
  expect(await ask(names, "partner.example")).toEqual(["10.1.2.3"]);
  expect(await ask(names, "localhost")).toEqual(["127.0.0.1"]);
  expect(server.queries).toEqual([]);
});

test("a short name that is missing is searched in the search domains", async () => {
  const names = resolver({ resolvFile: await fileWith("search team.svc.cluster.local\noptions ndots:2\n") });
  expect(await ask(names, "scores")).toEqual(["127.0.0.2", "fd00::2"]);
  expect(await ask(names, "really.missing.example")).toEqual([]);
  expect(server.queries).toContain("A scores.team.svc.cluster.local");
  expect(server.queries.filter((query) => query.includes("missing"))).toHaveLength(2);
});

test("web calls: slow names of an attacker do not delay others, and a mixed result is refused", async () => {
  const names = resolver();
  const egress = createEgress({ policy: createEgressPolicy(), resolve: names.resolve });
  const call = (owner: string, host: string, timeoutMillis: number) =>
    egress.call({ method: "GET", url: `http://${host}/`, headers: [], body: "", timeoutMillis, owner }).then(
      () => "answered",
      (failure: { readonly code: string }) => failure.code,
    );
  // Repeatedly up to its limit: with getaddrinfo, each lookup would occupy a thread for many seconds.
  for (let round = 0; round < 3; round += 1) {
    const attacks = await Promise.all(Array.from({ length: 32 }, (_, index) => call("attacker", `x${round}-${index}.slow.example`, 100)));
    for (const code of attacks) expect(["WEB_CALL_TIMEOUT", "WEB_CALL_BUSY"]).toContain(code);
  }
  // Refused because of its address, so the name was resolved before the deadline.
  expect(await call("victim", "bank.example", 20_000)).toBe("WEB_CALL_REFUSED");
  expect(await call("victim", "rebind.example", 20_000)).toBe("WEB_CALL_REFUSED");
  await expect.poll(() => names.underWay(), patient).toBe(0);
  egress.close();
});

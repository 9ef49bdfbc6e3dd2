import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { createConnectOut, type ConnectOut } from "./connect-out.ts";
import { createEgress, type Egress } from "./egress-client.ts";
import { createEgressPolicy, hostOf, portOf, type EgressPolicy } from "./egress-policy.ts";
import { closedPlace } from "./forbidden-address.ts";
import { createNameResolver } from "./name-resolver.ts";

type Environment = Readonly<Record<string, string | undefined>>;
type Resolve = (host: string) => Promise<readonly string[]>;

/**
 * The policy of an installation: what it allows, minus its own services, which stay closed. They are closed by the names and addresses in their
 * settings and by what the names resolve to, so that an allowed block of addresses does not open them.
 */
export function egressPolicyOf(allow: string, environment: Environment = process.env, resolve: Resolve = resolveHost): EgressPolicy {
  const own = Object.entries(environment).flatMap(([name, value]) =>
    /^AIRLOCK_.*_(?:URL|ENDPOINT)$/.test(name) && value ? listed(value) : [],
  );
  const opened = listed(allow);
  const policy = createEgressPolicy({ allow: opened, own });
  const parts = ownAddresses(own, resolve);
  const ports = new Set(Object.entries(environment).flatMap(([name, value]) => (processPort.test(name) && value ? [Number(value)] : [])));
  const names = new Set(opened.map((entry) => entry.toLowerCase()));
  const isNamed = (host: string, port: number) => names.has(host) || names.has(`${host}:${port}`);

  function whyNotAddress(address: string, host: string, port: number): string | undefined {
    const why = policy.whyNotAddress(address, host, port);
    // Outside private networks a block allows nothing extra, and a service may share its address with others.
    if (why !== undefined || closedPlace(address) === undefined) return why;
    const plain = plainAddress(address);
    const isOwn = `${host} is one of Airlock's own parts`;
    if (parts.places().has(`${plain}:${port}`)) return isOwn;
    if (isNamed(host, port) || isNamed(plain, port)) return undefined;
    if (!parts.known()) return `${host} cannot be distinguished from Airlock's own parts yet`;
    if (ports.has(port)) return isOwn;
    return parts.hosts().has(plain) && !isLoopback(plain) ? isOwn : undefined;
  }

  return {
    whyNotAddress,
    whyNotUrl: (text) => {
      const why = policy.whyNotUrl(text);
      if (why !== undefined) return why;
      const url = new URL(text);
      const host = hostOf(url);
      return isIP(host) === 0 ? undefined : whyNotAddress(host, host, portOf(url));
    },
  };
}

/** `dnsServers`: name servers separated by commas; empty for those of the machine. */
export function egressOf(allow: string, environment?: Environment, dnsServers = ""): Egress {
  const { resolve } = createNameResolver({ servers: listed(dnsServers) });
  return createEgress({ policy: egressPolicyOf(allow, environment), resolve });
}

/** For connections that are not HTTP. */
export function connectOutOf(policy: EgressPolicy, dnsServers = ""): ConnectOut {
  return createConnectOut({ policy, resolve: createNameResolver({ servers: listed(dnsServers) }).resolve });
}

/** Ports of Airlock's processes on any host: other runtimes, metrics. */
const processPort = /^AIRLOCK_(?:API|RUNTIME|WORKER)_PORT$/;

/** Services may get another address after a restart. */
const resolveEveryMillis = 30_000;

function ownAddresses(own: readonly string[], resolve: Resolve) {
  const urls = own.flatMap((text) => (URL.canParse(text) ? [new URL(text)] : []));
  const addressesOf = new Map<string, readonly string[]>();
  for (const url of urls) if (isIP(hostOf(url)) !== 0) addressesOf.set(hostOf(url), [hostOf(url)]);
  const names = [...new Set(urls.map(hostOf))].filter((host) => isIP(host) === 0);
  let known = names.length === 0;
  let hosts: ReadonlySet<string> = new Set();
  let places: ReadonlySet<string> = new Set();

  const collect = () => {
    const found = urls.flatMap((url) => (addressesOf.get(hostOf(url)) ?? []).map((address) => ({ address, port: portOf(url) })));
    hosts = new Set(found.map(({ address }) => address));
    places = new Set(found.map(({ address, port }) => `${address}:${port}`));
  };
  const resolveAll = async () => {
    await Promise.all(
      names.map(async (name) => {
        // A name that does not resolve now keeps its previous addresses.
        const addresses = await resolve(name).catch(() => addressesOf.get(name) ?? []);
        addressesOf.set(name, addresses.map(plainAddress));
      }),
    );
    known = true;
    collect();
  };
  collect();
  if (names.length > 0) {
    void resolveAll();
    setInterval(() => void resolveAll(), resolveEveryMillis).unref();
  }
  return { known: () => known, hosts: () => hosts, places: () => places };
}

async function resolveHost(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

function listed(text: string): readonly string[] {
  return text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

function plainAddress(address: string): string {
  return address.toLowerCase().replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/, "");
}

function isLoopback(address: string): boolean {
  return address.startsWith("127.") || address === "::1";
}

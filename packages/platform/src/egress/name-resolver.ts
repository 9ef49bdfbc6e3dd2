import { Resolver, type LookupAddress } from "node:dns";
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { createLanes } from "../process/lanes.ts";
import type { Resolve } from "./checked-lookup.ts";
import { EgressRefusal } from "./egress-refusal.ts";

export interface NameResolverOptions {
  /** `address` or `address:port`; empty for those of `/etc/resolv.conf`. */
  readonly servers?: readonly string[];
  /** Limits of concurrent lookups, per organisation and in total. */
  readonly maxEach?: number;
  readonly maxAll?: number;
  readonly hostsFile?: string;
  readonly resolvFile?: string;
  readonly now?: () => number;
}

/** Timeout of the first attempt; c-ares doubles it for each further one. */
const queryMillis = 2_000;
const tries = 3;
/** How long to wait for the other address family after the first response: some name servers drop AAAA queries. */
const familyMillis = 250;
const cacheSeconds = { min: 1, max: 60, missing: 2 };
const cacheEntries = 10_000;
/** Minimum interval between reads of `/etc/hosts` and `/etc/resolv.conf`. */
const filesMillis = 5_000;

type Found = readonly LookupAddress[];
type Done = (error: Error | null, addresses: Found) => void;

interface Lookup {
  readonly waiting: Set<Done>;
  readonly cancel: () => void;
}

/**
 * Resolves names for web calls with c-ares, on sockets of its own. `dns.lookup` blocks one of libuv's few threads until the name server responds, so
 * slow names of one organisation would delay every web call and every new connection of the process.
 */
export function createNameResolver(options: NameResolverOptions = {}): { readonly resolve: Resolve; readonly underWay: () => number } {
  const { servers = [], hostsFile = "/etc/hosts", resolvFile = "/etc/resolv.conf", now = () => performance.now() } = options;
  const lanes = createLanes({ each: options.maxEach ?? 32, all: options.maxAll ?? 256 });
  const cache = new Map<string, { readonly addresses: Found; readonly expires: number }>();
  const lookups = new Map<string, Lookup>();
  let files = readFiles(hostsFile, resolvFile);
  let filesRead = now();

  function currentFiles(): Files {
    if (now() - filesRead > filesMillis) {
      files = readFiles(hostsFile, resolvFile);
      filesRead = now();
    }
    return files;
  }

  function remember(host: string, addresses: Found, seconds: number): void {
    cache.delete(host);
    const [oldest] = cache.keys();
    if (cache.size >= cacheEntries && oldest !== undefined) cache.delete(oldest);
    cache.set(host, { addresses, expires: now() + seconds * 1000 });
  }

  /** Starts a lookup that counts for this owner until c-ares has completed or cancelled it. */
  function start(host: string, owner: string): Lookup | undefined {
    const lane = lanes.enter(owner);
    if (lane === undefined) return undefined;
    const resolver = new Resolver({ timeout: queryMillis, tries });
    if (servers.length > 0) resolver.setServers(servers);
    const waiting = new Set<Done>();
    const lookup = { waiting, cancel: () => resolver.cancel() };
    lookups.set(host, lookup);
    const { search, dots } = currentFiles();
    const isShort = host.split(".").length - 1 < dots;
    const names = [host, ...(isShort ? search.map((domain) => `${host}.${domain}`) : [])];
    const finish = async (): Promise<void> => {
      const { addresses, seconds } = await queryFirst(resolver, names, () => waiting.size === 0);
      lane.leave();
      if (lookups.get(host) === lookup) lookups.delete(host);
      // A cancelled lookup has no callers left and says nothing about the name.
      if (waiting.size === 0) return;
      remember(host, addresses, seconds);
      for (const done of waiting) done(null, addresses);
    };
    void finish();
    return lookup;
  }

  const resolve: Resolve = (host, found, { owner, signal }) => {
    const known = currentFiles().hosts.get(host) ?? fresh(cache.get(host), now());
    if (known !== undefined) {
      // Asynchronous, like a real lookup.
      setImmediate(found, null, known);
      return;
    }
    const lookup = lookups.get(host) ?? start(host, owner);
    if (lookup === undefined) {
      setImmediate(found, new EgressRefusal("WEB_CALL_BUSY", "Too many names are being looked up for this organisation."), []);
      return;
    }
    const leave = (): void => {
      lookup.waiting.delete(done);
      if (lookup.waiting.size > 0) return;
      if (lookups.get(host) === lookup) lookups.delete(host);
      lookup.cancel();
    };
    const done: Done = (error, addresses) => {
      signal?.removeEventListener("abort", leave);
      found(error, addresses);
    };
    lookup.waiting.add(done);
    signal?.addEventListener("abort", leave, { once: true });
  };

  return { resolve, underWay: () => lanes.inside() };
}

interface Answer {
  readonly addresses: Found;
  readonly seconds: number;
}

const missing: Answer = { addresses: [], seconds: cacheSeconds.missing };

async function queryFirst(resolver: Resolver, names: readonly string[], isOver: () => boolean): Promise<Answer> {
  for (const [index, name] of names.entries()) {
    if (index > 0 && isOver()) break;
    const answer = await query(resolver, name);
    if (answer.addresses.length > 0) return answer;
  }
  return missing;
}

/** Both families; IPv4 first, which most networks have. */
function query(resolver: Resolver, name: string): Promise<Answer> {
  return new Promise((resolve) => {
    const found: Record<4 | 6, Answer | undefined> = { 4: undefined, 6: undefined };
    let timer: NodeJS.Timeout | undefined;
    const end = (): void => {
      clearTimeout(timer);
      const both = [found[4] ?? missing, found[6] ?? missing];
      const some = both.filter(({ addresses }) => addresses.length > 0);
      resolve(
        some.length === 0
          ? missing
          : { addresses: both.flatMap(({ addresses }) => addresses), seconds: Math.min(...some.map(({ seconds }) => seconds)) },
      );
    };
    const take = (family: 4 | 6, answer: Answer): void => {
      found[family] = answer;
      if (found[4] !== undefined && found[6] !== undefined) end();
      else if (answer.addresses.length > 0) timer ??= setTimeout(() => resolver.cancel(), familyMillis);
    };
    const taker =
      (family: 4 | 6) =>
      (error: Error | null, records: readonly { readonly address: string; readonly ttl: number }[] | undefined): void => {
        if (error !== null || records === undefined || records.length === 0) return take(family, missing);
        const ttl = Math.min(...records.map((record) => record.ttl));
        const seconds = Math.min(Math.max(ttl, cacheSeconds.min), cacheSeconds.max);
        take(family, { addresses: records.map(({ address }) => ({ address, family })), seconds });
      };
    resolver.resolve4(name, { ttl: true }, taker(4));
    resolver.resolve6(name, { ttl: true }, taker(6));
  });
}

function fresh(entry: { readonly addresses: Found; readonly expires: number } | undefined, now: number): Found | undefined {
  return entry !== undefined && entry.expires > now ? entry.addresses : undefined;
}

interface Files {
  readonly hosts: ReadonlyMap<string, Found>;
  /** `search` and `ndots` of resolv.conf: in Kubernetes a service is addressed by a short name. */
  readonly search: readonly string[];
  readonly dots: number;
}

function readFiles(hostsFile: string, resolvFile: string): Files {
  const hosts = new Map<string, LookupAddress[]>();
  for (const [address = "", ...names] of wordsOf(hostsFile)) {
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of names.map((one) => one.toLowerCase())) hosts.set(name, [...(hosts.get(name) ?? []), { address, family }]);
  }
  if (!hosts.has("localhost")) hosts.set("localhost", [{ address: "127.0.0.1", family: 4 }]);
  let search: readonly string[] = [];
  let dots = 1;
  for (const [key, ...values] of wordsOf(resolvFile)) {
    if (key === "search" || key === "domain") search = values.filter((domain) => domain !== ".").slice(0, 6);
    const ndots = values.map((value) => /^ndots:(\d+)$/.exec(value)?.[1]).find((value) => value !== undefined);
    if (key === "options" && ndots !== undefined) dots = Number(ndots);
  }
  return { hosts, search, dots };
}

/** Without comments; empty if the file cannot be read. */
function wordsOf(file: string): readonly (readonly string[])[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return [];
  }
  return text
    .split("\n")
    .map((line) => (line.split("#")[0] ?? "").trim().split(/\s+/))
    .filter(([first]) => first !== "");
}

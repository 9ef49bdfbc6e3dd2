import { isIP } from "node:net";
import { closedPlace } from "./forbidden-address.ts";
import { ipBytes, isIn, readBlock, type Block } from "./ip-address.ts";

export interface EgressPolicyOptions {
  /** Hosts, `host:port`s and address blocks that the operator allows, such as `10.20.0.0/16` or `scores.intranet:8443`. */
  readonly allow?: readonly string[];
  /** URLs of Airlock's own services: never called, allowed or not. */
  readonly own?: readonly string[];
}

export interface EgressPolicy {
  /** Why this URL cannot be called: its form, its scheme, its host name or literal address. Undefined if it can. */
  readonly whyNotUrl: (text: string) => string | undefined;
  /** Why a connection to this address cannot be made for a call to that host. Undefined if it can. */
  readonly whyNotAddress: (address: string, host: string, port: number) => string | undefined;
}

/** Names that are internal on most networks, whatever they resolve to at present. */
const innerName = /(?:^|\.)(?:localhost|local|internal|intranet|private|corp|home|lan|home\.arpa|localdomain)$/;

export function createEgressPolicy({ allow = [], own = [] }: EgressPolicyOptions = {}): EgressPolicy {
  const blocks = allow.map(readBlock).filter((block): block is Block => block !== undefined);
  const names = new Set(allow.map((entry) => entry.toLowerCase()));
  const ownPlaces = new Set(own.map(placeOf).filter((place) => place !== undefined));
  const isOpened = (host: string, port: number) => names.has(host) || names.has(`${host}:${port}`);

  function whyNotAddress(address: string, host: string, port: number): string | undefined {
    const bytes = ipBytes(address);
    if (bytes === undefined) return `${address} is not an address`;
    if (ownPlaces.has(`${plain(address)}:${port}`)) return `${host} is one of Airlock's own parts`;
    if (isOpened(host, port) || isOpened(plain(address), port) || blocks.some((block) => isIn(bytes, block))) return undefined;
    const place = closedPlace(address);
    if (place === undefined) return undefined;
    return host === plain(address) ? `${host} is ${place}` : `${host} resolves to ${address}, ${place}`;
  }

  return {
    whyNotAddress,
    whyNotUrl: (text) => {
      let url: URL;
      try {
        url = new URL(text);
      } catch {
        return "it is not an address";
      }
      if (url.protocol !== "https:" && url.protocol !== "http:") return "only http and https are called";
      if (url.username !== "" || url.password !== "") return "a URL must not contain a user name or password";
      const host = hostOf(url);
      const port = portOf(url);
      if (host === "") return "it has no host";
      if (ownPlaces.has(`${host}:${port}`)) return `${host} is one of Airlock's own parts`;
      if (isIP(host) !== 0) return whyNotAddress(host, host, port);
      if (isOpened(host, port)) return undefined;
      if (innerName.test(host) || !host.includes(".")) return `${host} is a name inside a network`;
      return undefined;
    },
  };
}

/** The host for lookups and comparisons: lower case, without brackets or a trailing dot. */
export function hostOf(url: URL): string {
  return plain(
    url.hostname
      .toLowerCase()
      .replace(/^\[|\]$/g, "")
      .replace(/\.+$/, ""),
  );
}

const usualPorts: Readonly<Record<string, number>> = {
  "http:": 80,
  "https:": 443,
  "postgres:": 5432,
  "postgresql:": 5432,
  "nats:": 4222,
  "smtp:": 25,
};

export function portOf(url: URL): number {
  return url.port === "" ? (usualPorts[url.protocol] ?? 0) : Number(url.port);
}

/** An IPv4-mapped IPv6 address is treated as the IPv4 address. */
function plain(host: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(host)?.[1] ?? host;
}

function placeOf(text: string): string | undefined {
  try {
    const url = new URL(text);
    return `${hostOf(url)}:${portOf(url)}`;
  } catch {
    return undefined;
  }
}

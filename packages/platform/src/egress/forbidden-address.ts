import { ipBytes, isIn, readBlock, type Block, type IpBytes } from "./ip-address.ts";

/**
 * Addresses that no flow may call, whatever name resolves to them: everything outside the public internet, after the special-purpose address
 * registries, and cloud metadata services on public addresses.
 */
const closedIpv4: readonly (readonly [block: string, what: string])[] = [
  ["0.0.0.0/8", "this host"],
  ["10.0.0.0/8", "a private network"],
  ["100.64.0.0/10", "a carrier's inner network"],
  ["127.0.0.0/8", "this host"],
  ["168.63.129.16/32", "a cloud's metadata service"],
  ["169.254.0.0/16", "a link-local address"],
  ["172.16.0.0/12", "a private network"],
  ["192.0.0.0/24", "a reserved address"],
  ["192.0.2.0/24", "an address for documentation"],
  ["192.31.196.0/24", "a reserved address"],
  ["192.52.193.0/24", "a reserved address"],
  ["192.88.99.0/24", "a relay"],
  ["192.168.0.0/16", "a private network"],
  ["192.175.48.0/24", "a reserved address"],
  ["198.18.0.0/15", "a network for benchmarks"],
  ["198.51.100.0/24", "an address for documentation"],
  ["203.0.113.0/24", "an address for documentation"],
  ["224.0.0.0/4", "a multicast address"],
  ["240.0.0.0/4", "a reserved address"],
];

/** In IPv6 only 2000::/3 is the public internet, except for these. */
const publicIpv6 = "2000::/3";
const closedIpv6: readonly (readonly [block: string, what: string])[] = [
  ["2001::/23", "a reserved address"],
  ["2001:db8::/32", "an address for documentation"],
  ["2620:4f:8000::/48", "a reserved address"],
  ["3fff::/20", "an address for documentation"],
];

/** IPv6 blocks that embed an IPv4 address, and its offset: the embedded address decides. */
const carriers: readonly (readonly [block: string, at: number])[] = [
  ["::ffff:0:0/96", 12],
  ["::ffff:0:0:0/96", 12],
  ["64:ff9b::/96", 12],
  ["2002::/16", 2],
];

const named = (rows: readonly (readonly [string, string])[]) => rows.map(([text, what]) => ({ block: certain(text), what }));
const ipv4 = named(closedIpv4);
const ipv6 = named(closedIpv6);
const open = certain(publicIpv6);
const carrying = carriers.map(([text, at]) => ({ block: certain(text), at }));

/** What kind of address this is if no flow may call it; undefined otherwise. */
export function closedPlace(address: string): string | undefined {
  const bytes = ipBytes(address);
  return bytes === undefined ? "not an address" : closedPlaceAt(bytes);
}

function closedPlaceAt(bytes: IpBytes): string | undefined {
  if (bytes.length === 4) return ipv4.find(({ block }) => isIn(bytes, block))?.what;
  const carrier = carrying.find(({ block }) => isIn(bytes, block));
  if (carrier !== undefined) return closedPlaceAt(bytes.slice(carrier.at, carrier.at + 4));
  if (!isIn(bytes, open)) return "not a public address";
  return ipv6.find(({ block }) => isIn(bytes, block))?.what;
}

function certain(text: string): Block {
  const block = readBlock(text);
  if (block === undefined) throw new Error(`${text} is not a block of addresses`);
  return block;
}

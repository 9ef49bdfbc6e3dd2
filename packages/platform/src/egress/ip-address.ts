import { isIPv4, isIPv6 } from "node:net";

/** An address as bytes, the most significant first: 4 for IPv4, 16 for IPv6. */
export type IpBytes = readonly number[];

export function ipBytes(text: string): IpBytes | undefined {
  if (isIPv4(text)) return text.split(".").map(Number);
  if (isIPv6(text)) return ipv6Bytes(text);
  return undefined;
}

/** `text` is a valid IPv6 address; a zone (`%eth0`) is ignored. */
function ipv6Bytes(text: string): IpBytes {
  const [address = ""] = text.split("%");
  const [head = "", tail] = address.split("::");
  const before = groups(head);
  const after = tail === undefined ? [] : groups(tail);
  const zeros = Array.from({ length: 16 - before.length - after.length }, () => 0);
  return [...before, ...zeros, ...after];
}

function groups(text: string): number[] {
  if (text === "") return [];
  return text.split(":").flatMap((group) => {
    if (group.includes(".")) return group.split(".").map(Number);
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}

/** True if the first `bits` bits of both are equal. */
function startsWith(bytes: IpBytes, prefix: IpBytes, bits: number): boolean {
  if (bytes.length !== prefix.length) return false;
  for (let at = 0; at * 8 < bits; at += 1) {
    const mask = bits - at * 8 >= 8 ? 0xff : (0xff << (8 - (bits - at * 8))) & 0xff;
    if (((bytes[at] ?? 0) & mask) !== ((prefix[at] ?? 0) & mask)) return false;
  }
  return true;
}

export interface Block {
  readonly prefix: IpBytes;
  readonly bits: number;
}

/** Parses `10.0.0.0/8`, or a single address. */
export function readBlock(text: string): Block | undefined {
  const [address = "", length] = text.split("/");
  const prefix = ipBytes(address);
  if (prefix === undefined) return undefined;
  const bits = length === undefined ? prefix.length * 8 : Number(length);
  const isLength = Number.isInteger(bits) && bits >= 0 && bits <= prefix.length * 8;
  return isLength ? { prefix, bits } : undefined;
}

export function isIn(bytes: IpBytes, { prefix, bits }: Block): boolean {
  return startsWith(bytes, prefix, bits);
}

import { hash } from "node:crypto";
import type { ChallengerEntry } from "@airlock/contract";

export type Arm = "champion" | "challenger";

/** Shares are in units of 1/10,000. */
const wholeShare = 10_000;
const hexDigits = 12;
const hashRange = 16 ** hexDigits;

/**
 * Chooses the version that decides an input. With a field, the arm depends only on the salt and the value, so every runtime chooses the same one,
 * also after a restart, and a larger share moves callers to the challenger but never back. An input without the value is decided by the champion.
 * `random` returns a number in [0, 1).
 */
export function chooseArm({ share, field, salt }: ChallengerEntry, fields: unknown, random: () => number): Arm {
  if (field === undefined) return random() * wholeShare < share ? "challenger" : "champion";
  const text = textOf(fields, field);
  return text !== undefined && positionOf(salt, text) < share ? "challenger" : "champion";
}

/** In [0, 10,000). A number represents 48 bits exactly, and the division by a power of two is exact. */
function positionOf(salt: string, text: string): number {
  return (Number.parseInt(hash("sha256", `${salt}:${text}`).slice(0, hexDigits), 16) / hashRange) * wholeShare;
}

/** A number has one text however it was written: 100, 1e2 and 100.0 are one caller. Objects and lists are not valid inputs. */
function textOf(fields: unknown, field: string): string | undefined {
  if (typeof fields !== "object" || fields === null || !Object.hasOwn(fields, field)) return undefined;
  const value: unknown = (fields as Readonly<Record<string, unknown>>)[field];
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? JSON.stringify(value) : undefined;
}

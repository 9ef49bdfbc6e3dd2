import { hash } from "node:crypto";
import type { ChallengerEntry } from "@airlock/contract";

export type Arm = "champion" | "challenger";

/** A share is in parts of this. */
const wholeShare = 10_000;
const hexDigits = 12;
const hashRange = 16 ** hexDigits;

/**
 * Which of the two versions decides an input. With a field, the arm depends on the salt and the value alone, so every runtime chooses the same
 * one, now and after a restart; and a larger share adds callers to the challenger without moving one back. An input without the value is the
 * champion's. `random` returns a number from 0 up to 1.
 */
export function chooseArm({ share, field, salt }: ChallengerEntry, fields: unknown, random: () => number): Arm {
  if (field === undefined) return random() * wholeShare < share ? "challenger" : "champion";
  const text = textOf(fields, field);
  return text !== undefined && positionOf(salt, text) < share ? "challenger" : "champion";
}

/** From 0 up to 10,000. 48 bits are exact in a number, and the division by a power of two is, too. */
function positionOf(salt: string, text: string): number {
  return (Number.parseInt(hash("sha256", `${salt}:${text}`).slice(0, hexDigits), 16) / hashRange) * wholeShare;
}

/** A number has one text however it was sent: 100, 1e2 and 100.0 are one caller. Objects and lists are not valid inputs. */
function textOf(fields: unknown, field: string): string | undefined {
  if (typeof fields !== "object" || fields === null || !Object.hasOwn(fields, field)) return undefined;
  const value: unknown = (fields as Readonly<Record<string, unknown>>)[field]; // An object has properties.
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? JSON.stringify(value) : undefined;
}

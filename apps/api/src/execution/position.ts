import { isId } from "@airlock/platform";
import type { Position } from "./store.ts";

export function writePosition({ started, id }: Position): string {
  return `${started}-${id}`;
}

/** Undefined for an invalid cursor. */
export function readPosition(text: string): Position | undefined {
  const [, started = "", id = ""] = /^(\d{1,16})-([0-9A-Z]{26})$/.exec(text) ?? [];
  return isId(id) ? { started: Number(started), id } : undefined;
}

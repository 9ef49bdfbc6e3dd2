import type { Calculated } from "./calculations.ts";
import type { Memory } from "./memory.ts";
import { store } from "./numbers.ts";

/** [NU8] */
export function storeNumber(key: string, result: Calculated, memory: Memory): string | undefined {
  if (typeof result === "string") return result;
  if (result.value === undefined) {
    memory.set("Runtime", key, undefined);
    return undefined;
  }
  const stored = store(result.value, result.type, memory.type("Runtime", key));
  if (typeof stored === "string") return stored;
  memory.set("Runtime", key, stored);
  return undefined;
}

import { useState } from "react";
import type { Selection } from "./rows-props.ts";

/** The selected rows of the current page: rows that are no longer on it are not selected. `barred` says why a row cannot be selected. */
export function useSelection(
  shown: readonly string[],
  barred: (key: string) => string | undefined,
): Selection & { readonly clear: () => void } {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const free = shown.filter((key) => barred(key) === undefined);
  const keys = new Set(free.filter((key) => ticked.has(key)));
  const all = keys.size === 0 ? "off" : keys.size === free.length ? "on" : "mixed";
  return {
    keys,
    all,
    barred,
    onToggle(key) {
      const next = new Set(keys);
      if (!next.delete(key)) next.add(key);
      setTicked(next);
    },
    onToggleAll: () => setTicked(all === "on" ? new Set() : new Set(free)),
    clear: () => setTicked(new Set()),
  };
}

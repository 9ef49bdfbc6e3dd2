import { useState } from "react";
import type { Selection } from "./rows-props.ts";

/** The rows that are ticked, among those on screen: what has left the page is no longer selected. */
export function useSelection(shown: readonly string[]): Selection & { readonly clear: () => void } {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const keys = new Set(shown.filter((key) => ticked.has(key)));
  const all = keys.size === 0 ? "off" : keys.size === shown.length ? "on" : "mixed";
  return {
    keys,
    all,
    onToggle(key) {
      const next = new Set(keys);
      if (!next.delete(key)) next.add(key);
      setTicked(next);
    },
    onToggleAll: () => setTicked(all === "on" ? new Set() : new Set(shown)),
    clear: () => setTicked(new Set()),
  };
}

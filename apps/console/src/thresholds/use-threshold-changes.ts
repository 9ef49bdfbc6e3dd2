import type { ThresholdChange } from "@airlock/flow";
import { useMemo, useState } from "react";

type Numbers = ReadonlyMap<string, ThresholdChange>;
const none: Numbers = new Map();

/** The moved thresholds, with undo and redo. Moves with the same `token`, such as those of one drag, are one undo step. */
export function useThresholdChanges(original: ReadonlyMap<string, string>) {
  const [{ past, now, future }, set] = useState<{
    readonly past: readonly Numbers[];
    readonly now: Numbers;
    readonly future: readonly Numbers[];
    readonly token: string;
  }>({ past: [], now: none, future: [], token: "" });
  const changes = useMemo(() => [...now.values()], [now]);
  const move = (moved: readonly ThresholdChange[], by: string) =>
    set((before) => {
      const next = new Map(before.now);
      for (const change of moved) {
        const key = `${change.id} ${change.path}`;
        if (original.get(key) === change.value) next.delete(key);
        else next.set(key, change);
      }
      const isSame = by !== "" && by === before.token;
      return { past: isSame ? before.past : [...before.past, before.now], now: next, future: [], token: by };
    });
  const undo = () =>
    set((before) => {
      const last = before.past.at(-1);
      return last === undefined ? before : { past: before.past.slice(0, -1), now: last, future: [before.now, ...before.future], token: "" };
    });
  const redo = () =>
    set((before) => {
      const [next, ...rest] = before.future;
      return next === undefined ? before : { past: [...before.past, before.now], now: next, future: rest, token: "" };
    });
  const reset = () => set((before) => ({ past: [...before.past, before.now], now: none, future: [], token: "" }));
  return {
    changes,
    textOf: (id: string, path: string) => now.get(`${id} ${path}`)?.value ?? original.get(`${id} ${path}`) ?? "",
    isChanged: (id: string, path: string) => now.has(`${id} ${path}`),
    move,
    undo: past.length > 0 ? undo : undefined,
    redo: future.length > 0 ? redo : undefined,
    reset: now.size > 0 ? reset : undefined,
  };
}
export type ThresholdChanges = ReturnType<typeof useThresholdChanges>;

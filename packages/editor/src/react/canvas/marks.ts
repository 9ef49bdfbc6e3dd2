import type { Finding } from "@airlock/flow";
import { useCallback, useSyncExternalStore } from "react";
import type { Coverage } from "../../coverage/coverage.ts";
import type { Trace } from "../../trace/trace.ts";
import type { Overlay, PartOverlay } from "../../heat-map/overlay.ts";

export type Compared = "added" | "removed" | "changed";
export type Comparison = ReadonlyMap<string, Compared>;

/** Decorations of a node or link. */
export interface Mark {
  readonly run: "executed" | "failed" | undefined;
  readonly level: "error" | "warning" | undefined;
  readonly compared: Compared | undefined;
  readonly isUncovered: boolean;
  /** Counts that are drawn on it. */
  readonly overlay: PartOverlay | undefined;
  /** Why it failed in the run. */
  readonly reason: string | undefined;
  /** A link that was executed or whose node is being moved: drawn in a layer above the others, which stay as they are painted. */
  readonly isLifted: boolean;
}
export const unmarked: Mark = {
  run: undefined,
  level: undefined,
  compared: undefined,
  isUncovered: false,
  overlay: undefined,
  reason: undefined,
  isLifted: false,
};

export interface Drawn {
  readonly findings: readonly Finding[];
  readonly trace: Trace | undefined;
  readonly coverage: Coverage | undefined;
  readonly comparison: Comparison | undefined;
  readonly overlay?: Overlay | undefined;
}

/** Marks by id. A change of all findings wakes only the nodes and links whose mark became another. */
export class Marks {
  #drawn: Drawn = { findings: [], trace: undefined, coverage: undefined, comparison: undefined };
  #marks: ReadonlyMap<string, Mark> = new Map();
  #moved: readonly string[] = [];
  readonly #listeners = new Map<string, Set<() => void>>();

  get drawn(): Drawn {
    return this.#drawn;
  }

  of(id: string): Mark {
    return this.#marks.get(id) ?? unmarked;
  }

  watch(id: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, listeners);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(id);
    };
  }

  /** Called after every change of any mark. */
  watchAll(listener: () => void): () => void {
    return this.watch("", listener);
  }

  /** Lifts the links of moving nodes, in addition to those of an execution, and returns all that are lifted then. */
  lift(moved: readonly string[]): readonly string[] {
    this.#moved = moved;
    return this.draw(this.#drawn);
  }

  draw(drawn: Drawn): readonly string[] {
    const before = this.#marks;
    const after = new Map<string, Mark>();
    const add = (id: string, part: Partial<Mark>): void => void after.set(id, { ...(after.get(id) ?? unmarked), ...part });
    for (const [id, run] of drawn.trace?.nodes ?? []) add(id, { run });
    for (const [id, reason] of drawn.trace?.reasons ?? []) add(id, { reason });
    for (const id of drawn.trace?.links ?? []) add(id, { run: "executed" });
    for (const id of drawn.coverage?.uncoveredLinks ?? []) add(id, { isUncovered: true });
    for (const id of drawn.coverage?.uncoveredNodes ?? []) add(id, { isUncovered: true });
    for (const [id, compared] of drawn.comparison ?? []) add(id, { compared });
    for (const [id, overlay] of drawn.overlay ?? []) add(id, { overlay });
    for (const { nodeId, linkId, level } of drawn.findings) {
      const id = nodeId ?? linkId;
      if (id !== undefined && level !== "info" && after.get(id)?.level !== "error") add(id, { level });
    }
    const lifted = [...new Set([...(drawn.trace?.links ?? []), ...this.#moved])];
    for (const id of lifted) add(id, { isLifted: true });
    for (const [id, mark] of after) if (isSame(mark, before.get(id))) after.set(id, before.get(id) ?? mark);
    this.#drawn = drawn;
    this.#marks = after;
    for (const id of new Set([...before.keys(), ...after.keys()])) {
      if (before.get(id) !== after.get(id)) for (const listener of this.#listeners.get(id) ?? []) listener();
    }
    for (const listener of this.#listeners.get("") ?? []) listener();
    return lifted;
  }
}

function isSame(a: Mark, b: Mark | undefined): boolean {
  return (
    a.run === b?.run &&
    a.level === b?.level &&
    a.compared === b?.compared &&
    a.isUncovered === b?.isUncovered &&
    a.overlay === b?.overlay &&
    a.isLifted === b?.isLifted &&
    a.reason === b?.reason
  );
}

export function useMark(marks: Marks, id: string): Mark {
  const subscribe = useCallback((listener: () => void) => marks.watch(id, listener), [marks, id]);
  return useSyncExternalStore(subscribe, () => marks.of(id));
}

import type { Resource, SolutionFields } from "@airlock/contract";
import { Editor } from "@airlock/editor";
import type { Definition } from "@airlock/flow";
import { useEffect, useMemo, useState } from "react";
import { tellProblem } from "../../api/tell-problem.ts";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { compared } from "../../parts/diagram/compared.ts";
import { useStates, type PastState } from "./use-states.ts";

/** A state and what it is: what is drawn now has no past state behind it. */
interface Chosen {
  readonly key: string;
  readonly name: string;
  readonly definition: Definition;
}

export const nowKey = "now";

/** Compares any two states of the solution on a read-only diagram; the editor is not affected. */
export function useCompare(editor: Editor, solution: Resource<SolutionFields>) {
  const messages = useMessages();
  const [pair, setPair] = useState<{ readonly from: Chosen; readonly to: Chosen }>();
  const states = useStates(solution, pair !== undefined);
  const result = useMemo(() => pair && compared(pair.from.definition, pair.to.definition), [pair]);
  const drawing = useMemo(() => result && new Editor(result.union), [result]);
  const now = (): Chosen => ({ key: nowKey, name: "Now", definition: editor.definition });
  const chosen = async (state: PastState): Promise<Chosen> => ({ key: state.key, name: state.name, definition: await state.read() });
  const isComparing = pair !== undefined;
  useEffect(() => {
    if (!isComparing) return;
    const leave = (event: KeyboardEvent) => {
      // An open list or dialog takes the key for itself.
      const isInside = event.target instanceof Element && event.target.closest('[role="dialog"], [role="listbox"], [role="menu"]') !== null;
      if (event.key === "Escape" && !isInside) setPair(undefined);
    };
    window.addEventListener("keydown", leave);
    return () => window.removeEventListener("keydown", leave);
  }, [isComparing]);
  const telling = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      tellProblem(messages, error);
    }
  };
  return {
    pair,
    states: states.data ?? [],
    changes: result?.changes ?? [],
    marks: result?.marks,
    /** Holds what is compared; undefined while nothing is. */
    drawing,
    /** From this state to what is drawn now. */
    withNow: (state: PastState) => telling(async () => setPair({ from: await chosen(state), to: now() })),
    /** From what serves to what is drawn now; where nothing serves, from what is saved here. */
    begin: (saved: Definition) =>
      telling(async () => {
        const live = (await states.refetch()).data?.find(({ isServing }) => isServing);
        const before = live === undefined ? { key: "saved", name: "Last saved here", definition: saved } : await chosen(live);
        setPair({ from: before, to: now() });
      }),
    choose: (side: "from" | "to", key: string) =>
      telling(async () => {
        const state = states.data?.find((one) => one.key === key);
        const next = key === nowKey ? now() : state && (await chosen(state));
        if (next) setPair((before) => before && { ...before, [side]: next });
      }),
    end: () => setPair(undefined),
  };
}
export type Compare = ReturnType<typeof useCompare>;

import { productionFindings, type Definition, type Finding, type ProductionFacts } from "@airlock/flow";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { Editor } from "../../session/editor.ts";
import { useSurroundings } from "../editor-context.ts";
import { LiveFindings } from "./live-findings.ts";

const known = new WeakMap<Editor, LiveFindings>();

function liveFindingsOf(editor: Editor): LiveFindings {
  const live = known.get(editor) ?? new LiveFindings(editor);
  known.set(editor, live);
  return live;
}

/** The validator's findings, live: debounced, and shared by all components that use them. */
export function useFindings(): readonly Finding[] {
  const { editor } = useSurroundings();
  return useLive(useMemo(() => liveFindingsOf(editor), [editor]));
}

/** Suggestions from executions about the draft, live as well; empty without facts. */
export function useProductionFindings(facts: ProductionFacts | undefined): readonly Finding[] {
  const { editor } = useSurroundings();
  const live = useMemo(() => {
    const find = (definition: Definition) => (facts === undefined ? [] : productionFindings(definition, facts));
    return new LiveFindings(editor, find);
  }, [editor, facts]);
  return useLive(live);
}

function useLive(live: LiveFindings): readonly Finding[] {
  const watch = useCallback((listener: () => void) => live.watch(listener), [live]);
  return useSyncExternalStore(watch, () => live.findings);
}

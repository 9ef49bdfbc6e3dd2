import type { ReactNode } from "react";
import { EditorContext, useSurroundings } from "../editor-context.ts";
import { FlowLevelContext } from "./flow-level.ts";
import { useFlowLevels } from "./use-flow-levels.ts";

/** Allows a canvas inside to open sub-flows; panels inside then show parts of the opened one. */
export function FlowLevels({ children }: { readonly children: ReactNode }) {
  const { level, surroundings } = useFlowLevels(useSurroundings());
  return (
    <EditorContext value={surroundings}>
      <FlowLevelContext value={level}>{children}</FlowLevelContext>
    </EditorContext>
  );
}

import type { TracedExecutionFields } from "@airlock/contract";
import { documentOf, traceOf } from "@airlock/editor";
import { Canvas, EditorContext, FlowLevels } from "@airlock/editor/react";
import { useMemo } from "react";
import { useDiagram } from "../diagram/use-diagram.ts";

type Drawn = Pick<TracedExecutionFields, "definition" | "executionEvents" | "linksTaken">;

/** The diagram of an execution, with the path that it took. */
export function TraceDiagram({ traced }: { readonly traced: Drawn }) {
  const { definition, executionEvents, linksTaken } = traced;
  const trace = useMemo(() => traceOf(documentOf(definition), executionEvents, linksTaken), [definition, executionEvents, linksTaken]);
  const surroundings = useDiagram(definition);
  return (
    <EditorContext value={surroundings}>
      <FlowLevels>
        <Canvas fits findings={[]} trace={trace} />
      </FlowLevels>
    </EditorContext>
  );
}

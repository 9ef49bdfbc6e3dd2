import { pathsOverlay, shiftOverlay } from "@airlock/editor";
import { Canvas, EditorContext, FlowLevels } from "@airlock/editor/react";
import { useMemo } from "react";
import { useDiagram } from "../parts/diagram/use-diagram.ts";
import { counted } from "../ui/format/numbers.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { compared } from "../parts/diagram/compared.ts";
import { comparisonBase } from "../parts/comparison/comparison-base.ts";
import type { WholeComparison } from "../parts/comparison/use-comparison.ts";

interface ShiftCanvasProps {
  readonly comparison: WholeComparison;
  /** Links of one record's two ways, drawn instead of all. */
  readonly paths: { readonly left: readonly string[]; readonly right: readonly string[] } | undefined;
}

/** Both flows as one diagram: where more records pass, where fewer do, and what was edited. */
export function ShiftCanvas({ comparison, paths }: ShiftCanvasProps) {
  const { leftDefinition, rightDefinition, summary } = comparison._embedded;
  const { base } = comparisonBase(comparison._embedded);
  const { union, marks } = useMemo(() => compared(leftDefinition, rightDefinition), [leftDefinition, rightDefinition]);
  const surroundings = useDiagram(union);
  const overlay = useMemo(() => {
    if (paths !== undefined) return pathsOverlay(paths.left, paths.right);
    // Nothing compared yet has no shares to draw.
    return summary.compared === 0 ? undefined : shiftOverlay(union, summary, base);
  }, [union, summary, base, paths]);
  const legend = (
    <div className="colour-keys cmp-legend">
      <span>
        <i className="k-more" />
        {paths === undefined ? "More" : "New path"}
      </span>
      <span>
        <i className="k-less" />
        {paths === undefined ? "Less" : "Old path"}
      </span>
      <span>
        <i className="k-same" />
        {paths === undefined ? "Same share" : "Both"}
      </span>
      {marks.size > 0 && (
        <span className="cmp-redrawn">
          <span className="cmp-pencil">
            <Icon name="pencil" size={10} />
          </span>
          {counted(marks.size, "redrawn", "redrawn")}
        </span>
      )}
    </div>
  );
  return (
    <EditorContext value={surroundings}>
      <FlowLevels>
        <Canvas fits findings={[]} comparison={marks} overlay={overlay} above={legend} />
      </FlowLevels>
    </EditorContext>
  );
}

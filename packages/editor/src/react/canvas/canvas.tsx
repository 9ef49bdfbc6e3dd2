import type { Finding } from "@airlock/flow";
import { useEffect, useMemo, type ReactNode } from "react";
import type { Coverage } from "../../coverage/coverage.ts";
import type { Intent } from "../../keys/key-map.ts";
import type { Trace } from "../../trace/trace.ts";
import type { Overlay } from "../../heat-map/overlay.ts";
import { useSurroundings } from "../editor-context.ts";
import { Crumbs } from "../levels/crumbs.tsx";
import { useFlowLevel } from "../levels/flow-level.ts";
import { coverageWithin, entriesWithin, traceWithin } from "../levels/within.ts";
import { CanvasContext, type CanvasParts } from "./canvas-context.ts";
import { CanvasView } from "./canvas-view.ts";
import { useCell } from "./cell.ts";
import { ClipboardActions } from "./clipboard-actions.ts";
import { Hint } from "./hint.tsx";
import { Marks, type Comparison } from "./marks.ts";
import { Minimap } from "./minimap.tsx";
import { OutlineView } from "./outline-view.tsx";
import { Overlays } from "./overlays.tsx";
import { Palette } from "./palette.tsx";
import { performer } from "./perform.ts";
import { Spoken } from "./spoken.tsx";
import { Surface } from "./surface.tsx";
import { Toolbar } from "./toolbar.tsx";
import { Tooltip } from "./tooltip.tsx";
import { useKeys } from "./use-keys.ts";
import { useNarrow } from "./use-narrow.ts";
import "./canvas.css";
import "./node.css";
import "./link.css";
import "./chrome.css";
import "./overlay.css";
import "./outline.css";

export interface CanvasProps {
  readonly findings: readonly Finding[];
  /** The path of a run. */
  readonly trace?: Trace | undefined;
  /** What no test case reaches. */
  readonly coverage?: Coverage | undefined;
  /** What another state of the flow added, removed or changed, by the id of a node or link. */
  readonly comparison?: Comparison | undefined;
  /** Counts on nodes and links: the heat map, or what moved between two versions. */
  readonly overlay?: Overlay | undefined;
  /** Shown at the end of the toolbar. */
  readonly tools?: ReactNode;
  /** Enter or a double click on a node or link: opens its properties. */
  readonly onOpenField?: ((place: { readonly nodeId?: string; readonly linkId?: string }) => void) | undefined;
  /** Keys that are the page's: save and execute. */
  readonly onIntent?: ((intent: Intent) => void) | undefined;
  /** A node or link was clicked. */
  readonly onPicked?: (() => void) | undefined;
  /** Called after the user added a node. Returns whether its properties are visible now, so that its name can be typed at once. */
  readonly onAdded?: (() => boolean) | undefined;
  /** The solution's id, so that fields of copies within it keep their identity. */
  readonly solution?: string | undefined;
  /** Opens with all of it in sight, whatever zoom it was saved with. */
  readonly fits?: boolean;
  /** Shown over the top of the diagram: the pill of the last run. */
  readonly above?: ReactNode;
  /** Shown below the diagram, beside the palette: messages and results. */
  readonly below?: ReactNode;
}

/**
 * The diagram with all its interactions. It has no state of the flow, which is in the editor of the surroundings. Inside `FlowLevels`, the
 * sub-flow of a node can be opened: it is drawn instead of the flow, with what is known about its parts.
 */
export function Canvas({ findings, trace, coverage, comparison, overlay, ...props }: CanvasProps) {
  const { path } = useFlowLevel();
  const drawn = useMemo(
    () => ({
      // Only for the flow itself: a sub-flow was checked when its version was created.
      findings: path === "" ? findings : [],
      trace: trace && traceWithin(trace, path),
      coverage: coverage && coverageWithin(coverage, path),
      comparison: comparison && entriesWithin(comparison, path),
      overlay: overlay && entriesWithin(overlay, path),
    }),
    [findings, trace, coverage, comparison, overlay, path],
  );
  return <LevelCanvas key={path} {...props} {...drawn} fits={props.fits === true || path !== ""} />;
}

function LevelCanvas(props: CanvasProps) {
  const {
    findings,
    trace,
    coverage,
    comparison,
    overlay,
    tools,
    onOpenField,
    onIntent,
    onPicked,
    onAdded,
    solution = "",
    fits = false,
    above,
    below,
  } = props;
  const { editor, readOnly, tell } = useSurroundings();
  const level = useFlowLevel();
  const mayEdit = !useNarrow() && !readOnly;
  const view = useMemo(() => new CanvasView(editor, fits), [editor, fits]);
  const marks = useMemo(() => new Marks(), []);
  const clipboard = useMemo(() => new ClipboardActions({ view, editor, tell, solution }), [view, editor, tell, solution]);
  const perform = useMemo(() => performer({ view, clipboard, mayEdit, tell, level }), [view, clipboard, mayEdit, tell, level]);
  useEffect(() => view.setCallbacks({ onOpenField, onIntent, onPicked, onAdded }), [view, onOpenField, onIntent, onPicked, onAdded]);
  useEffect(
    () => view.lifted.set(marks.draw({ findings, trace, coverage, comparison, overlay })),
    [view, marks, findings, trace, coverage, comparison, overlay],
  );
  const onKeyDown = useKeys(view, perform);
  const isList = useCell(view.isList);
  const parts = useMemo<CanvasParts>(() => ({ view, marks, perform, mayEdit }), [view, marks, perform, mayEdit]);
  return (
    <CanvasContext value={parts}>
      <div className={`cv-room${mayEdit ? "" : " is-locked"}`}>
        {mayEdit && <Palette />}
        <div className="cv-main">
          <section className="cv-stage" aria-label={isList ? "Flow as a list" : "Canvas"}>
            {isList ? (
              <OutlineView findings={findings} clipboard={clipboard} onKeyDown={onKeyDown} />
            ) : (
              <Surface clipboard={clipboard} onKeyDown={onKeyDown} />
            )}
            {(above !== undefined || level.path !== "") && (
              <div className="cv-above">
                {above}
                <Crumbs />
              </div>
            )}
            <Toolbar>{tools}</Toolbar>
            {!isList && <Minimap />}
            <p id="canvas-keys-hint" className="cv-hidden">
              Tab walks through the nodes, A adds the next one, L starts a link, Enter opens properties, D and R data fields, question mark
              lists all keys.
            </p>
          </section>
          {below}
        </div>
        <Tooltip />
        <Overlays />
        <Hint />
        <Spoken />
      </div>
    </CanvasContext>
  );
}

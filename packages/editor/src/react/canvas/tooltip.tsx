import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { kinds } from "@airlock/flow";
import { nodeBox, type Point } from "../../document/bounds.ts";
import { linkTitle, nodeTitle } from "../../document/titles.ts";
import { linkCaption } from "../../summary/captions.ts";
import { nodeSentence } from "../../summary/node-sentence.ts";
import type { ValueChange } from "../../trace/trace.ts";
import { useSurroundings } from "../editor-context.ts";
import { useCanvas } from "./canvas-context.ts";
import { keepInside } from "./keep-inside.ts";
import { useCell } from "./cell.ts";
import { useMark } from "./marks.ts";
import { inPlace, middle, outPlace } from "./link-path.ts";

/** Long enough not to flicker under a passing pointer. */
const patience = 350;

/** One tooltip for all nodes and links. */
export function Tooltip() {
  const { view } = useCanvas();
  const hovered = useCell(view.hovered);
  const interaction = useCell(view.interaction);
  const opened = useCell(view.opened);
  const [shown, setShown] = useState<typeof hovered>();
  useEffect(() => {
    const timer = setTimeout(() => setShown(hovered), hovered === undefined ? 0 : patience);
    return () => clearTimeout(timer);
  }, [hovered]);
  if (shown === undefined || shown !== hovered || interaction.kind !== "idle" || opened !== undefined) return null;
  return shown.kind === "node" ? <NodeTip id={shown.id} /> : <LinkTip id={shown.id} />;
}

function NodeTip({ id }: { readonly id: string }) {
  const { editor } = useSurroundings();
  const { view, marks } = useCanvas();
  // Findings are computed after an edit: the tooltip follows them.
  useMark(marks, id);
  const { document } = editor.state;
  const node = document.nodes.get(id);
  if (node === undefined) return null;
  const { trace, findings } = marks.drawn;
  const changes = trace?.changes.get(id) ?? [];
  const own = findings.filter((finding) => finding.nodeId === id);
  const { left, bottom } = nodeBox(node);
  const at = view.toWindow({ x: left, y: bottom });
  const { typeLabel } = kinds[node.type];
  return (
    <Tip at={{ x: at.x, y: at.y + 10 }}>
      <b>{nodeTitle(node)}</b> {nodeTitle(node) !== typeLabel && <span className="cv-tip-sub">{typeLabel}</span>}
      {trace?.nodes.get(id) === "failed" && <p className="cv-tip-error">{trace.reasons.get(id) ?? "Failed in the run"}</p>}
      {changes.length > 0 ? <Changes changes={changes} /> : <p className="cv-tip-sub">{nodeSentence(document, node)}</p>}
      {own.slice(0, 3).map((finding) => (
        <p key={`${finding.code} ${finding.property ?? ""} ${finding.item ?? ""}`} className={`cv-tip-${finding.level}`}>
          {finding.message}
        </p>
      ))}
      {own.length > 3 && <p className="cv-tip-sub">and {own.length - 3} more</p>}
    </Tip>
  );
}

function Tip({ at, children }: { readonly at: Point; readonly children: ReactNode }) {
  const tip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => keepInside(tip.current, at));
  return (
    <div ref={tip} className="cv-tip" role="tooltip">
      {children}
    </div>
  );
}

function Changes({ changes }: { readonly changes: readonly ValueChange[] }): ReactNode {
  return (
    <dl className="cv-tip-changes">
      {changes.map(({ name, before, after }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span className="cv-tip-sub">{before ?? "missing"} to</span> <b>{after ?? "missing"}</b>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function LinkTip({ id }: { readonly id: string }) {
  const { editor } = useSurroundings();
  const { view, marks } = useCanvas();
  useMark(marks, id);
  const { document } = editor.state;
  const link = document.links.get(id);
  const source = link && document.nodes.get(link.source);
  const target = link && document.nodes.get(link.target);
  if (link === undefined || source === undefined || target === undefined) return null;
  const { text, isConditional, isOtherwise } = linkCaption(document, link);
  const at = view.toWindow(middle(outPlace(source), inPlace(target)));
  const { findings, coverage } = marks.drawn;
  const cases = coverage?.links.get(id);
  return (
    <Tip at={{ x: at.x - 30, y: at.y + 18 }}>
      <b>{linkTitle(document, link)}</b>
      <p className="cv-tip-sub">
        {!isConditional ? "Always taken" : isOtherwise ? "Taken when no other link from there is" : `Taken when ${text}`}
      </p>
      {cases !== undefined && <p className="cv-tip-sub">{cases === 0 ? "No test case takes it" : `Taken by ${cases} test cases`}</p>}
      {findings
        .filter((finding) => finding.linkId === id)
        .slice(0, 3)
        .map((finding) => (
          <p key={`${finding.code} ${finding.item ?? ""}`} className={`cv-tip-${finding.level}`}>
            {finding.message}
          </p>
        ))}
    </Tip>
  );
}

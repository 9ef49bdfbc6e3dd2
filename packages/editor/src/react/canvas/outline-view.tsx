import { formatNumber } from "@airlock/flow/locale";
import { useEffect, useRef, type KeyboardEvent } from "react";
import type { Finding } from "@airlock/flow";
import { outlineOf, type OutlineRow } from "../../outline/outline.ts";
import { selectionOf } from "../../selection/selection.ts";
import { useSurroundings } from "../editor-context.ts";
import { Icon } from "../icon.tsx";
import { useFlowLevel } from "../levels/flow-level.ts";
import type { ClipboardActions } from "./clipboard-actions.ts";
import { clipboardHandlers } from "./clipboard-handlers.ts";
import { usePart } from "../use-part.ts";
import { useCanvas } from "./canvas-context.ts";
import { kindColours } from "./kind-colours.ts";
import { useMark } from "./marks.ts";
import { KindGlyph } from "./kind-glyph.tsx";
import { LinkTargets } from "./link-targets.tsx";

interface OutlineViewProps {
  readonly findings: readonly Finding[];
  readonly clipboard: ClipboardActions;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** The flow as a list: everything that the diagram shows, as text in reading order, with all its actions. */
export function OutlineView({ findings, clipboard, onKeyDown }: OutlineViewProps) {
  const { editor } = useSurroundings();
  const { mayEdit, view } = useCanvas();
  const document = usePart(undefined, (state) => state.document);
  const comments = document.comments;
  const rows = outlineOf(document, findings);
  const list = useRef<HTMLUListElement>(null);
  return (
    // Keys do to the selected row what they do to the selected node.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="cv-outline" onKeyDown={onKeyDown} {...clipboardHandlers(clipboard, mayEdit)}>
      <h2>
        The flow as a list <span>{formatNumber(rows.length)} nodes</span>
      </h2>
      <ul ref={list} aria-label="Nodes in reading order">
        {rows.map((row) => (
          <Row key={row.nodeId} row={row} mayEdit={mayEdit} />
        ))}
      </ul>
      {comments.length > 0 && (
        <>
          <h2>Comments</h2>
          <ul aria-label="Comments">
            {comments.map((comment) => (
              <li key={comment.id} className="cv-outline-comment">
                <b>{comment.author}</b> <span>{comment.text}</span>
                <button
                  type="button"
                  className="cv-textbutton"
                  onClick={() => {
                    view.isList.set(false);
                    view.opened.set({ kind: "comment", id: comment.id });
                    view.centreOn({ left: comment.x, right: comment.x + 200, top: comment.y, bottom: comment.y + 80 });
                  }}
                >
                  Show on the diagram
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="cv-outline-end">{formatNumber(editor.state.document.links.size)} links</p>
    </div>
  );
}

function Row({ row, mayEdit }: { readonly row: OutlineRow; readonly mayEdit: boolean }) {
  const { editor } = useSurroundings();
  const { perform, marks } = useCanvas();
  const level = useFlowLevel();
  const { overlay } = useMark(marks, row.nodeId);
  const kind = editor.state.document.nodes.get(row.nodeId)?.type ?? "End";
  const isSelected = usePart("selection", (state) => state.selection.nodes.has(row.nodeId));
  const choose = (): void => editor.select(selectionOf([row.nodeId]));
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isSelected) bringIntoView(item.current);
  }, [isSelected]);
  return (
    <li ref={item} className={`cv-row${isSelected ? " is-selected" : ""}`}>
      <button type="button" className="cv-row-main" aria-pressed={isSelected} onFocus={choose} onClick={choose}>
        {/* The same twice: worded for screen readers, and as shown. */}
        <span className="cv-hidden">{overlay === undefined ? row.spoken : `${row.spoken} ${overlay.spoken}.`}</span>
        <span className="cv-choice-tile" aria-hidden="true" style={kindColours[kind]}>
          <KindGlyph kind={kind} />
        </span>
        <span className="cv-row-words" aria-hidden="true">
          <b>{row.title}</b>
          <small>
            {row.typeLabel}
            {row.isReached ? "" : ", never reached"}
          </small>
        </span>
        <span className="cv-row-sentence" aria-hidden="true">
          {overlay === undefined ? row.sentence : <b>{overlay.spoken}</b>}
        </span>
        {row.findings.length > 0 && <FindingCount findings={row.findings} />}
      </button>
      <div className="cv-row-ways">
        {row.to.map((way) => (
          <Way key={way.linkId} way={way} />
        ))}
        {mayEdit && isSelected && <LinkTargets nodeId={row.nodeId} />}
        {level.canOpen(row.nodeId) && (
          <button
            type="button"
            className="cv-textbutton"
            aria-label={`Open the sub-flow of ${row.title}`}
            onClick={() => level.open(row.nodeId)}
          >
            Open sub-flow
          </button>
        )}
        {mayEdit && (
          <span className="cv-row-acts">
            <RowButton label={`Add a node after ${row.title}`} icon="plus" onPress={(at) => done(choose, () => perform("addNext", at))} />
            <RowButton label={`More for ${row.title}`} icon="more" onPress={(at) => done(choose, () => perform("contextMenu", at))} />
          </span>
        )}
      </div>
    </li>
  );
}

/** To the middle: rows that were not drawn yet have an estimated height, so an edge would miss. */
function bringIntoView(row: HTMLElement | null): void {
  const list = row?.closest(".cv-outline")?.getBoundingClientRect();
  if (row === null || list === undefined) return;
  const { top, bottom } = row.getBoundingClientRect();
  if (top < list.top || bottom > list.bottom) row.scrollIntoView({ block: "center" });
}

/** An outgoing link of the node, with its count if there is one. */
function Way({ way }: { readonly way: OutlineRow["to"][number] }) {
  const { editor } = useSurroundings();
  const { perform, marks } = useCanvas();
  const { overlay } = useMark(marks, way.linkId);
  const text = overlay === undefined ? way.text : `${way.text} ${overlay.spoken}`;
  return (
    <button
      type="button"
      className="cv-way"
      aria-label={`Link ${text}`}
      onFocus={() => editor.select(selectionOf([], [way.linkId]))}
      onClick={() => perform("openProperties")}
    >
      <Icon name="forward" size={12} />
      {text}
    </button>
  );
}

function done(first: () => void, second: () => void): void {
  first();
  second();
}

interface RowButtonProps {
  readonly label: string;
  readonly icon: "plus" | "more";
  readonly onPress: (at: { readonly x: number; readonly y: number }) => void;
}

function RowButton({ label, icon, onPress }: RowButtonProps) {
  return (
    <button
      type="button"
      className="cv-iconbutton"
      aria-label={label}
      title={label}
      onClick={(event) => {
        const { left, bottom } = event.currentTarget.getBoundingClientRect();
        onPress({ x: left, y: bottom });
      }}
    >
      <Icon name={icon} size={16} />
    </button>
  );
}

function FindingCount({ findings }: { readonly findings: readonly Finding[] }) {
  const errors = findings.filter((finding) => finding.level === "error").length;
  return (
    <span
      aria-hidden="true"
      className={`cv-count${errors > 0 ? " is-error" : ""}`}
      title={findings.map((finding) => finding.message).join("\n")}
    >
      {findings.length}
    </span>
  );
}

import { formatNumber } from "@airlock/flow/locale";
import type { Finding } from "@airlock/flow";
import { useId } from "react";
import type { ClipboardEvent, KeyboardEvent, ReactNode } from "react";
import { addRow, moveRow, removeRow, type RowOwner } from "../../../commands/rows.ts";
import type { FlowDocument } from "../../../document/flow-document.ts";
import { newId } from "../../../document/new-id.ts";
import { rowLists, rowsOf } from "../../../rows/registry.ts";
import type { ListName, RowTypes } from "../../../rows/row-list.ts";
import { useSurroundings } from "../../editor-context.ts";
import { Icon } from "../../icon.tsx";
import { IconButton } from "../controls/icon-button.tsx";
import { Notes } from "../controls/notes.tsx";
import { findingsAt, placeText } from "../findings-of.ts";
import { isElsewhere } from "../is-elsewhere.ts";
import { useRun } from "../use-run.ts";
import { controlsIn, rowIn, useRowFocus } from "./use-row-focus.ts";
import { pageSize, useRowPage } from "./use-row-page.ts";

interface RowSectionProps<List extends ListName> {
  readonly owner: RowOwner;
  readonly list: List;
  readonly rows: readonly RowTypes[List][];
  readonly title?: string;
  /** The findings of this owner. */
  readonly findings: readonly Finding[];
  readonly empty?: string;
  /** More actions to fill the list, beside Add. */
  readonly actions?: ReactNode;
  /** Shown above the rows: column heads. */
  readonly head?: ReactNode;
  readonly onPaste?: (event: ClipboardEvent) => void;
  readonly className?: string;
  /** The control that a new row starts at. */
  readonly start?: number;
  readonly children: (row: RowTypes[List], index: number, remove: () => void) => ReactNode;
}

/**
 * A list with its heading and Add. Enter moves to the same control in the next row and adds one after the last; Alt+Enter adds one from
 * anywhere; Alt with the arrows up and down moves a row.
 */
export function RowSection<List extends ListName>(props: RowSectionProps<List>) {
  const { owner, list, rows, findings, empty, actions, head, onPaste, className, start = 0, children } = props;
  const { editor, readOnly } = useSurroundings();
  const run = useRun();
  const rules = rowLists[list];
  const title = props.title ?? rules.title;
  const titleId = useId();
  const { from, turnTo } = useRowPage(list, rows.length);
  const { ref, focus, controlOf } = useRowFocus();

  const add = () => {
    focus({ row: rows.length, control: start });
    turnTo(rows.length);
    if (run(addRow(owner, list, newId())) !== undefined) focus("add");
  };
  const remove = (index: number) => {
    // Rows that were rendered before others were added or removed still have this function.
    const length = countOf(editor.state.document, owner, list);
    focus(length === 1 ? "add" : { row: Math.min(index, length - 2), control: "last" });
    if (run(removeRow(owner, list, index)) !== undefined) focus(undefined);
  };
  const keyDown = (event: KeyboardEvent, index: number) => {
    if (readOnly || event.ctrlKey || event.metaKey || isElsewhere(event)) return;
    const control = controlOf(event.target);
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (event.altKey && step !== 0 && rows[index + step] !== undefined) {
      event.preventDefault();
      focus({ row: index + step, control });
      turnTo(index + step);
      run(moveRow(owner, list, index, index + step));
    }
    if (event.key === "Enter" && event.altKey) {
      event.preventDefault();
      add();
    }
    if (event.key === "Enter" && !event.altKey && event.target instanceof HTMLInputElement && event.target.type === "text") {
      event.preventDefault();
      const next = ref.current === null ? null : rowIn(ref.current, index + 1);
      if (next !== null) controlsIn(next)[control]?.focus();
      else if (index + 1 === rows.length) add();
      else {
        focus({ row: index + 1, control });
        turnTo(index + 1);
      }
    }
  };

  const renderRow = (row: RowTypes[List], index: number) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys that its controls do not use themselves.
    <li
      // Rows without an id are identified by their index.
      key={"id" in row ? row.id : index}
      className="ep-row"
      data-row={index}
      data-place={placeText(list, index)}
      onKeyDown={(event) => keyDown(event, index)}
    >
      {children(row, index, () => remove(index))}
      <Notes findings={findingsAt(findings, list, index)} />
    </li>
  );
  return (
    <section
      ref={ref}
      className={className === undefined ? "ep-section" : `ep-section ${className}`}
      aria-labelledby={titleId}
      onPaste={onPaste}
    >
      <div className="ep-section-head">
        <h3 id={titleId}>{title}</h3>
        {!readOnly && actions}
        {!readOnly && (
          <button type="button" data-add className="ep-text-button" title="Alt+Enter in a row" onClick={add}>
            <Icon name="plus" size={14} />
            Add {rules.one}
          </button>
        )}
      </div>
      {rows.length === 0 && empty !== undefined && <p className="ep-empty-row">{empty}</p>}
      {rows.length > 0 && head}
      <ol className="ep-rows" aria-labelledby={titleId} start={from + 1}>
        {rows.slice(from, from + pageSize).map((row, place) => renderRow(row, from + place))}
      </ol>
      {rows.length > pageSize && <Pager from={from} count={rows.length} turnTo={turnTo} />}
      <Notes findings={findingsAt(findings, list)} />
    </section>
  );
}

interface PagerProps {
  readonly from: number;
  readonly count: number;
  readonly turnTo: (row: number) => void;
}

function Pager({ from, count, turnTo }: PagerProps) {
  const last = Math.min(count, from + pageSize);
  return (
    <div className="ep-pager">
      <output>
        {formatNumber(from + 1)} to {formatNumber(last)} of {formatNumber(count)}
      </output>
      <IconButton
        label="Previous rows"
        icon="left"
        reason={from === 0 ? "These are the first." : undefined}
        press={() => turnTo(from - pageSize)}
      />
      <IconButton
        label="Next rows"
        icon="right"
        reason={last === count ? "These are the last." : undefined}
        press={() => turnTo(from + pageSize)}
      />
    </div>
  );
}

function countOf(document: FlowDocument, owner: RowOwner, list: ListName): number {
  const thing = "node" in owner ? document.nodes.get(owner.node) : document.links.get(owner.link);
  return thing === undefined ? 0 : (rowsOf(thing, list)?.length ?? 0);
}

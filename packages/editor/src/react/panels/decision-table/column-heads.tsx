/* oxlint-disable jsx-a11y/prefer-tag-over-role -- Rows in view are placed one by one, which elements of a table cannot be. */
import type { DecisionTableNode, Finding } from "@airlock/flow";
import { useState } from "react";
import { fieldOfColumn, sideOf } from "../../../decision-table/cells.ts";
import type { ColumnValue, TableRun } from "../../../decision-table/table-run.ts";
import { Icon } from "../../icon.tsx";
import type { TableCounts } from "../../table-counts.ts";
import { FieldChip } from "../controls/field-chip.tsx";
import { findingsAt } from "../findings-of.ts";
import { CountHeads } from "./count-heads.tsx";
import { lastText } from "./grid-parts.ts";
import { ColumnMenu } from "./column-menu.tsx";

interface ColumnHeadsProps {
  readonly node: DecisionTableNode;
  readonly heads: readonly string[];
  /** The values of the last run, if it reached the table. */
  readonly run: TableRun | undefined;
  readonly counts: TableCounts;
  readonly findings: readonly Finding[];
  /** Where each of the columns begins that stay in view. */
  readonly frozen: readonly number[];
  readonly freeze: (columns: number) => void;
}

/** When and Then, and under them a head for each column, which opens its menu. */
export function ColumnHeads({ node, heads, run, counts, findings, frozen, freeze }: ColumnHeadsProps) {
  const [open, setOpen] = useState<{ readonly column: number; readonly anchor: HTMLElement }>();
  const { inputColumns, outputColumns } = node;
  return (
    <div className="et-heads" role="row" aria-rowindex={1}>
      <span className="et-gutter" role="presentation" />
      {[...heads, "Reason code"].map((name, column) => {
        const side = sideOf(node, column);
        const own =
          side === "input"
            ? findingsAt(findings, "inputColumns", column)
            : findingsAt(findings, "outputColumns", column - inputColumns.length);
        const isWrong = side !== "reason" && own.length > 0;
        const names = [
          "et-head",
          column === inputColumns.length ? "is-first-output" : "",
          isWrong ? "is-wrong" : "",
          column < frozen.length ? "is-frozen" : "",
        ];
        return (
          <span
            // oxlint-disable-next-line react/no-array-index-key -- a column is its position.
            key={column}
            role="columnheader"
            aria-colindex={column + 2}
            className={names.filter((one) => one !== "").join(" ")}
            {...(isWrong ? { title: own[0]?.message } : {})}
            style={column < frozen.length ? { left: frozen[column] } : undefined}
          >
            <span className="et-side" aria-hidden="true">
              {column === 0 && inputColumns.length > 0 ? "When" : column === inputColumns.length ? "Then" : ""}
            </span>
            {side === "reason" ? (
              <span className="et-head-name">{name}</span>
            ) : (
              <button
                type="button"
                className="et-head-button"
                aria-haspopup="dialog"
                aria-expanded={open?.column === column}
                onClick={(event) => setOpen({ column, anchor: event.currentTarget })}
              >
                <HeadName node={node} column={column} name={name} />
                <Icon name="down" size={12} />
              </button>
            )}
            {(run !== undefined || counts.tests !== undefined || counts.executions !== undefined) && (
              <LastValue value={run?.columns[column]} />
            )}
          </span>
        );
      })}
      <CountHeads counts={counts} first={heads.length + 3} />
      {open !== undefined && open.column < inputColumns.length + outputColumns.length && (
        <ColumnMenu
          node={node}
          column={open.column}
          name={heads[open.column] ?? ""}
          anchor={open.anchor}
          frozen={frozen.length}
          freeze={freeze}
          close={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}

function HeadName({ node, column, name }: { readonly node: DecisionTableNode; readonly column: number; readonly name: string }) {
  const input = node.inputColumns[column];
  if (name === "") return <span className="et-head-name is-empty">Choose a field</span>;
  if (input === undefined) return <FieldChip source="Runtime" name={name} />;
  const field = fieldOfColumn(input.formula);
  return field === undefined ? <span className="et-head-name mono">{name}</span> : <FieldChip source={field.source} name={name} />;
}

/** The value of the column in the last run. The line is also there if it is unknown, so that all heads have the same height. */
function LastValue({ value: known }: { readonly value: ColumnValue | undefined }) {
  if (known === undefined) return <span className="et-last" />;
  const text = lastText(known);
  return (
    <span className="et-last" title={text}>
      Last run <b className={known.value === undefined ? undefined : "mono"}>{text}</b>
    </span>
  );
}

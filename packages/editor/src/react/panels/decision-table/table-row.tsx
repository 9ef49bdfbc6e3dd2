/* oxlint-disable jsx-a11y/prefer-tag-over-role -- Rows in view are placed one by one, which elements of a table cannot be. */
import { memo } from "react";
import { Icon } from "../../icon.tsx";
import { RowCounts } from "./row-counts.tsx";

interface TableRowProps {
  /** Of the grid: ids of cells begin with it. */
  readonly gridId: string;
  /** Its position among the rows that are shown. */
  readonly position: number;
  readonly label: string;
  readonly cells: readonly string[];
  /** Input columns; the reason code is the last cell. */
  readonly inputs: number;
  readonly top: number | undefined;
  /** The selected columns of this row; undefined if none is. */
  readonly selectedFrom: number | undefined;
  readonly selectedTo: number;
  readonly active: number | undefined;
  /** The problem of each cell, by column. */
  readonly problems: ReadonlyMap<number, string> | undefined;
  readonly level: "error" | "warning" | undefined;
  readonly isMatched: boolean;
  /** The columns whose cells do not match the value of the last run, separated by spaces. */
  readonly missed: string;
  /** The left edge of each column that stays in view while the others are scrolled. */
  readonly frozen: readonly number[];
  readonly tests: number | undefined;
  /** Null for a row that was not in the version whose executions are counted. */
  readonly executions: number | null | undefined;
  readonly executionsInAll: number;
}

/** A row of the grid. Rendered again only when something in it changed: tables have thousands of rows. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { gridId, position, label, cells, inputs, top, selectedFrom, selectedTo, active, problems, level, isMatched, missed, frozen } =
    props;
  const { tests, executions, executionsInAll } = props;
  const missedColumns = missed === "" ? undefined : new Set(missed.split(" ").map(Number));
  const classes = ["et-row", isMatched ? "is-matched" : "", level === undefined ? "" : `is-${level}`];
  return (
    <div
      role="row"
      aria-rowindex={position + 2}
      className={classes.filter((name) => name !== "").join(" ")}
      style={top === undefined ? undefined : { top }}
      data-position={position}
    >
      <span role="rowheader" className="et-gutter">
        {isMatched && <Icon name="check" size={12} />}
        {label}
        {isMatched && <span className="et-unseen">, matched in the last run</span>}
      </span>
      {cells.map((text, column) => {
        const problem = problems?.get(column);
        const isSelected = selectedFrom !== undefined && column >= selectedFrom && column <= selectedTo;
        const isMissed = missedColumns?.has(column) === true;
        const names = [
          "et-cell",
          isMissed ? "is-missed" : "",
          column === inputs ? "is-first-output" : "",
          isSelected ? "is-selected" : "",
          column === active ? "is-active" : "",
          problem === undefined ? "" : "is-wrong",
          text === "-" ? "is-any" : "",
          column < frozen.length ? "is-frozen" : "",
        ];
        return (
          <span
            // oxlint-disable-next-line react/no-array-index-key -- a column is its position.
            key={column}
            id={`${gridId}-${position}-${column}`}
            role="gridcell"
            aria-colindex={column + 2}
            aria-selected={isSelected}
            {...(problem === undefined
              ? isMissed
                ? { title: "Did not match in the last run" }
                : {}
              : { "aria-invalid": true, title: problem })}
            className={names.filter((name) => name !== "").join(" ")}
            data-column={column}
            style={column < frozen.length ? { left: frozen[column] } : undefined}
          >
            {text}
          </span>
        );
      })}
      <RowCounts tests={tests} executions={executions} total={executionsInAll} first={cells.length + 2} />
    </div>
  );
});

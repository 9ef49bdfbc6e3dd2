import { fieldReference, fieldTypes, isNumberType, type DecisionTableNode, type FieldSource } from "@airlock/flow";
import Popover from "@mui/material/Popover";
import { lazy, Suspense } from "react";
import { editTable } from "../../../commands/edit-table.ts";
import { changeRow } from "../../../commands/rows.ts";
import { fieldOfColumn, sideOf } from "../../../decision-table/cells.ts";
import { deleteColumn, moveColumn, sortRows } from "../../../decision-table/edit-table.ts";
import { useSurroundings } from "../../editor-context.ts";
import { Icon, type IconName } from "../../icon.tsx";
import { FieldChoice } from "../controls/field-choice.tsx";
import { placeText } from "../findings-of.ts";
import { useRun } from "../use-run.ts";

const FormulaField = lazy(() => import("../formula/formula-field.tsx"));

interface ColumnMenuProps {
  readonly node: DecisionTableNode;
  readonly column: number;
  readonly name: string;
  readonly anchor: HTMLElement;
  readonly frozen: number;
  readonly freeze: (columns: number) => void;
  readonly close: () => void;
}

/** What a column is about, and what can be done with all of it. */
export function ColumnMenu({ node, column, name, anchor, frozen, freeze, close }: ColumnMenuProps) {
  const { readOnly } = useSurroundings();
  const run = useRun();
  const edit = (title: string, change: (table: DecisionTableNode) => DecisionTableNode) => {
    run(editTable(node.id, title, change));
    close();
  };
  const side = sideOf(node, column);
  const item = (icon: IconName, label: string, press: () => void) => (
    <button type="button" className="et-menu-item" onClick={press}>
      <Icon name={icon} size={16} />
      {label}
    </button>
  );
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={close}
      anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
      slotProps={{ paper: { className: "et-menu", role: "dialog", "aria-label": `Column ${name === "" ? column + 1 : name}` } }}
    >
      {side === "input" ? <InputColumn node={node} column={column} /> : <OutputColumn node={node} column={column} />}
      <hr />
      {!readOnly && item("up", "Sort rows upwards", () => edit("Sort rows of", (table) => sortRows(table, column, 1)))}
      {!readOnly && item("down", "Sort rows downwards", () => edit("Sort rows of", (table) => sortRows(table, column, -1)))}
      {!readOnly && item("left", "Move left", () => edit("Move column of", (table) => moveColumn(table, column, -1)))}
      {!readOnly && item("right", "Move right", () => edit("Move column of", (table) => moveColumn(table, column, 1)))}
      {item("lock", frozen === column + 1 ? "Unfreeze columns" : "Freeze up to here", () => {
        freeze(frozen === column + 1 ? 0 : column + 1);
        close();
      })}
      {!readOnly && item("trash", "Delete column", () => edit("Delete column of", (table) => deleteColumn(table, column)))}
    </Popover>
  );
}

function InputColumn({ node, column }: { readonly node: DecisionTableNode; readonly column: number }) {
  const run = useRun();
  const { formula = "" } = node.inputColumns[column] ?? {};
  const field = fieldOfColumn(formula);
  const change = (stored: string) => changeRow({ node: node.id }, "inputColumns", column, { formula: stored });
  return (
    <>
      <FieldChoice
        label="Field"
        source={field?.source ?? "Application"}
        types={fieldTypes}
        value={field?.key ?? ""}
        either
        use={(key, source: FieldSource) => change(key === "" ? "" : fieldReference(source, key))}
      />
      <div className="ep-field">
        <span>Or a formula</span>
        <Suspense fallback={<div className="ep-formula" aria-busy="true" />}>
          <FormulaField
            label="Formula of the column"
            value={formula}
            change={(stored) => run(change(stored))}
            invalid={false}
            place={placeText("inputColumns", column)}
          />
        </Suspense>
      </div>
    </>
  );
}

function OutputColumn({ node, column }: { readonly node: DecisionTableNode; readonly column: number }) {
  const place = column - node.inputColumns.length;
  return (
    <FieldChoice
      label="Field"
      source="Runtime"
      types={node.hitPolicy === "sum" ? fieldTypes.filter(isNumberType) : fieldTypes}
      value={node.outputColumns[place]?.resultField ?? ""}
      use={(resultField) => changeRow({ node: node.id }, "outputColumns", place, { resultField })}
    />
  );
}

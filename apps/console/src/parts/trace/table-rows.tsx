import type { ExecutionStep } from "@airlock/contract";
import { inlined, type Definition } from "@airlock/flow";
import { counted } from "../../ui/format/numbers.ts";
import { shortNumber } from "../../ui/format/short-number.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { tableText } from "./table-text.ts";

interface TableRowsProps {
  readonly step: ExecutionStep;
  readonly definition: Definition;
}

/** The rows of a Decision Table that counted, and the columns that were computed for them. */
export default function TableRows({ step: { nodeId, table }, definition }: TableRowsProps) {
  const found = inlined(definition).nodes.find(({ id }) => id === nodeId);
  if (table === undefined || found?.part.type !== "DecisionTable") return null;
  // The fields of a table inside a sub-flow are those of the sub-flow.
  const { rows, more, computed } = tableText(table, found.part, found.definition);
  return (
    <>
      {computed.map(({ formula, value }) => (
        <span className="inline-row wrap kv" key={formula}>
          <span className="mono faint">{formula}</span>
          <span className="mono" title={value === undefined ? undefined : String(value)}>
            {typeof value === "number" ? shortNumber(value) : String(value ?? "missing")}
          </span>
        </span>
      ))}
      {rows.length === 0 && (
        <span className="held no">
          <Icon name="x" size={14} />
          <span>No row matched</span>
        </span>
      )}
      {rows.map(({ name, text }) => (
        <span className="held yes table-row" key={name}>
          <Icon name="check" size={14} />
          <span>
            <b>{name}</b> <span className="mono">{text}</span>
          </span>
        </span>
      ))}
      {more > 0 && <span className="faint">and {counted(more, "other row")}</span>}
    </>
  );
}

import type { HeatFields } from "@airlock/contract";
import { definitionOf, shareText } from "@airlock/editor";
import { usePart } from "@airlock/editor/react";
import type { DecisionTableNode } from "@airlock/flow";
import { counted, number } from "../../ui/format/numbers.ts";
import { heatRows } from "./heat-rows.ts";

interface TableHeatProps {
  readonly node: DecisionTableNode;
  readonly counted: NonNullable<NonNullable<HeatFields["node"]>["rows"]>;
}

/** The rows of a Decision Table by the executions that they counted for. */
export function TableHeat({ node, counted: rowCounts }: TableHeatProps) {
  const document = usePart(undefined, (state) => state.document);
  const { rows, more, dead } = heatRows(node, rowCounts, definitionOf(document));
  if (rowCounts.executions === 0) return null;
  const rest = [more > 0 && `${counted(more, "other row")} matched`, dead > 0 && `${counted(dead, "row")} without executions`];
  return (
    <section>
      <div className="heat-slow-head">
        <h3>Rows</h3>
        {rowCounts.isSample && <span className="muted">of the newest {number(rowCounts.executions)} executions</span>}
      </div>
      <table className="plain-table fixed-columns size-12 heat-rows" aria-label="Executions by row">
        <tbody>
          {rows.map(({ name, text, count, share }) => (
            <tr key={name}>
              <td>
                <b>{name}</b>
                <span className="mono" title={text}>
                  {text}
                </span>
                <i aria-hidden="true" style={{ width: `${Math.max(1, share * 100)}%` }} />
              </td>
              <td className="num">
                <b>{shareText(share)}</b>
                <span className="muted">{number(count)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted">{rest.filter((text) => text !== false).join(", ")}</p>
    </section>
  );
}

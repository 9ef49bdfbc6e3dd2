import type { HeatFields } from "@airlock/contract";
import { shareText } from "@airlock/editor";
import { useFlowLevel, usePart } from "@airlock/editor/react";
import { Link } from "@tanstack/react-router";
import { millisText } from "../../ui/format/millis-text.ts";
import { shortDate } from "../../ui/format/dates.ts";
import { number } from "../../ui/format/numbers.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { DeadParts, Figure, NodeHead } from "./heat-parts.tsx";
import { TableHeat } from "./table-heat.tsx";
import type { Heat } from "./use-heat.ts";

/** What is known of the selected node, or of all. */
export function HeatDetails({
  heat,
  versionId,
  hasExecutions,
}: {
  readonly heat: Heat;
  readonly versionId: string;
  readonly hasExecutions: boolean;
}) {
  const fields = heat.heat.data?._embedded;
  const node = usePart("selection", (state) => state.document.nodes.get([...state.selection.nodes][0] ?? ""));
  const { path } = useFlowLevel();
  if (fields === undefined) return null;
  const nodeId = node === undefined ? undefined : `${path}${node.id}`;
  const counts = nodeId === undefined ? undefined : fields.nodes.find(({ id }) => id === nodeId);
  const times = nodeId === undefined ? fields : fields.node?.id === nodeId ? fields.node : undefined;
  return (
    <>
      <NodeHead node={node} all="All executions" />
      <div className="heat-figures num">
        <Figure value={number(counts?.count ?? fields.total)} says="executions" />
        <Figure value={shareText(counts?.share ?? (fields.total === 0 ? 0 : 1))} says="of all" />
        <Figure value={number(counts?.failed ?? fields.failed)} says={counts === undefined ? "failed" : "failed here"} />
      </div>
      <h3>Time of the whole execution, ms</h3>
      <dl className="heat-times num">
        <Time name="p50" micros={times?.p50Micros} />
        <Time name="p95" micros={times?.p95Micros} />
        <Time name="p99" micros={times?.p99Micros} />
      </dl>
      {node?.type === "WebCall" && (
        <p className="heat-note">
          <Icon name="info" size={16} />
          How long this call alone took is not stored with executions. Its limit is {number(node.timeoutMillis)} ms.
        </p>
      )}
      {node !== undefined && fields.node !== undefined && fields.node.id === nodeId && (
        <>
          {node.type === "DecisionTable" && fields.node.rows !== undefined && <TableHeat node={node} counted={fields.node.rows} />}
          <Spread spread={fields.node.spread} />
          <Slowest node={fields.node} heat={heat} versionId={versionId} hasExecutions={hasExecutions} />
        </>
      )}
      {node === undefined && <DeadParts heat={fields} empty="No executions in this period." />}
    </>
  );
}

function Time({ name, micros }: { readonly name: string; readonly micros: number | null | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{micros === null || micros === undefined ? "-" : millisText(micros / 1000)}</dd>
    </div>
  );
}

function Spread({ spread }: { readonly spread: NonNullable<HeatFields["node"]>["spread"] }) {
  const highest = Math.max(1, ...spread.map(({ count }) => count));
  const last = spread.at(-1);
  if (last === undefined) return null;
  return (
    <figure className="heat-spread" aria-label={`Executions by time, from 0 to ${millisText(last.toMicros / 1000)} ms`}>
      <div>
        {spread.map(({ fromMicros, toMicros, count }) => (
          <i
            key={fromMicros}
            style={{ height: `${count === 0 ? 0 : Math.max(2, (count / highest) * 100)}%` }}
            title={`${millisText(fromMicros / 1000)} to ${millisText(toMicros / 1000)} ms: ${number(count)}`}
          />
        ))}
      </div>
      <p className="num">
        <span>0</span>
        <span>{millisText(last.toMicros / 1000)}</span>
      </p>
    </figure>
  );
}

interface SlowestProps {
  readonly node: NonNullable<HeatFields["node"]>;
  readonly heat: Heat;
  readonly versionId: string;
  readonly hasExecutions: boolean;
}

function Slowest({ node, heat, versionId, hasExecutions }: SlowestProps) {
  if (node.slowest.length === 0) return null;
  const [from, to] = [new Date(heat.window.start).toISOString(), new Date(heat.window.end).toISOString()];
  const search = { versions: versionId, running: "all", from, to };
  return (
    <section>
      <div className="heat-slow-head">
        <h3>Slowest</h3>
        {hasExecutions && (
          <Link to="/admin/executions" search={search}>
            Show executions
          </Link>
        )}
      </div>
      <table className="plain-table size-12 heat-slow num" aria-label="Slowest executions">
        <tbody>
          {node.slowest.map(({ executionWss, started, status, durationMillis }) => (
            <tr key={executionWss}>
              <td>
                <Link to="/execution/$webSafeString" params={{ webSafeString: executionWss }}>
                  {shortDate(started)}
                </Link>
              </td>
              <td>{status === "failed" && <StatusPill status="error">Failed</StatusPill>}</td>
              <td>{millisText(durationMillis)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

import type { WholeFiringFields } from "@airlock/contract";
import Skeleton from "@mui/material/Skeleton";
import { Link } from "@tanstack/react-router";
import { linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import { useResource } from "../api/use-resource.ts";
import { resultOf } from "../parts/trace/result-of.ts";
import { millisText } from "../ui/format/millis-text.ts";
import { startedText } from "../ui/format/started-text.ts";
import { OutcomeChip } from "../ui/outcome/outcome-chip.tsx";
import { executionsSearchOf } from "./executions-search-of.ts";
import { refreshMillis } from "./use-monitors.ts";

const shownRows = 5;

/** The newest executions behind a firing, or the slowest where it is about latency, and the way to all of them. */
export function ExecutionsBehind({ firing }: { readonly firing: WholeFiringFields }) {
  const href = linkFor(useProfile(), "executions", "GET");
  const { versions, to, ...filters } = firing.executions;
  const list = useResource("executions.list", {
    href: versions.length === 0 ? undefined : href,
    query: { ...filters, versions: versions.join(","), limit: shownRows, ...(firing.endedDate === null ? {} : { to }) },
    refetchInterval: refreshMillis,
  });
  if (href === undefined) return null;
  return (
    <section className="monitor-section" aria-labelledby="monitor-executions">
      <div className="monitor-section-head">
        <h3 id="monitor-executions">{filters.order === "slowest" ? "Slowest executions behind it" : "Executions behind it"}</h3>
        <Link to="/admin/executions" search={executionsSearchOf(firing)}>
          Open in Executions
        </Link>
      </div>
      {list.data === undefined ? (
        list.error ? (
          <p className="helper">The executions cannot be read now.</p>
        ) : (
          <Skeleton variant="rounded" height={132} />
        )
      ) : list.data.items.length === 0 ? (
        <p className="helper">No executions match.</p>
      ) : (
        <div className="monitor-table">
          <table className="data-table">
            <thead>
              <tr>
                <th scope="col">Started</th>
                <th scope="col">Version</th>
                <th scope="col">Result</th>
                <th scope="col">Reason codes</th>
                <th scope="col" className="right">
                  ms
                </th>
              </tr>
            </thead>
            <tbody>
              {list.data.items.map(({ _embedded: execution }) => {
                const result = resultOf(execution);
                return (
                  <tr key={execution.webSafeString}>
                    <td>
                      <Link
                        to="/admin/executions"
                        search={{ ...executionsSearchOf(firing), execution: execution.webSafeString }}
                        className="mono"
                      >
                        {startedText(execution.started)}
                      </Link>
                    </td>
                    <td>{execution.versionName}</td>
                    <td>
                      {execution.status === "failed" ? (
                        <span className="chip error">Failed</span>
                      ) : result === undefined ? (
                        "-"
                      ) : (
                        <OutcomeChip value={result[1]} />
                      )}
                    </td>
                    <td>
                      {execution.reasonCodes.slice(0, 2).map((code) => (
                        <span key={code} className="chip code">
                          {code}
                        </span>
                      ))}
                    </td>
                    <td className="right num">{millisText(execution.durationMillis)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

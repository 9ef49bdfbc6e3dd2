import type { Resource, VersionFields } from "@airlock/contract";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Tooltip from "@mui/material/Tooltip";
import { StatusPill } from "../ui/status-pill.tsx";
import { DayCount } from "./filters/day-count.tsx";
import { versionStatus } from "../parts/versions/solution-status.ts";
import { keyOf } from "../parts/list-page/row-names.ts";

export type DeployedVersion = Resource<VersionFields>;

interface VersionsTableProps {
  readonly versions: readonly DeployedVersion[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
  readonly showStopped: boolean;
  readonly onShowStopped: (show: boolean) => void;
}

/** The versions that are or were deployed; the ticked ones select whose executions are listed below. */
export function VersionsTable({ versions, chosen, onChoose, showStopped, onShowStopped }: VersionsTableProps) {
  const ticked = versions.filter((version) => chosen.has(keyOf(version)));
  const all = ticked.length === versions.length && versions.length > 0;
  const toggle = (key: string) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    onChoose(next);
  };
  return (
    <section className="card deployed" aria-label="Deployed versions">
      <div className="card-head">
        <h2 className="grow">Deployed versions</h2>
        <FormControlLabel
          control={<Checkbox checked={showStopped} onChange={(_, checked) => onShowStopped(checked)} />}
          label="Show stopped versions"
        />
      </div>
      <div className="deployed-rows">
        <table className="data-table sticky-head table" aria-label="Deployed versions">
          <thead>
            <tr>
              <th className="tight">
                <Checkbox
                  checked={all}
                  indeterminate={ticked.length > 0 && !all}
                  onChange={() => onChoose(all ? new Set() : new Set(versions.map(keyOf)))}
                  slotProps={{ input: { "aria-label": "Select all" } }}
                />
              </th>
              <th>Solution</th>
              <th>Version</th>
              <th>Status</th>
              <th className="deployed-count">Last 24 h</th>
            </tr>
          </thead>
          <tbody>
            {versions.map((version) => {
              const { solutionName, versionName, deploymentStatus, deploymentMessage } = version._embedded;
              const key = keyOf(version);
              const look = versionStatus(deploymentStatus);
              return (
                <tr key={key} className={chosen.has(key) ? "is-selected" : ""} onClick={() => toggle(key)}>
                  <td className="tight">
                    <Checkbox
                      checked={chosen.has(key)}
                      onClick={(event) => event.stopPropagation()}
                      onChange={() => toggle(key)}
                      slotProps={{ input: { "aria-label": `${solutionName} ${versionName}` } }}
                    />
                  </td>
                  <td className="strong">{solutionName}</td>
                  <td>{versionName}</td>
                  <td>
                    {deploymentMessage === "" ? (
                      <StatusPill status={look.status}>{look.text}</StatusPill>
                    ) : (
                      <Tooltip title={deploymentMessage}>
                        <span>
                          <StatusPill status={look.status}>{look.text}</StatusPill>
                          <span className="sr">{deploymentMessage}</span>
                        </span>
                      </Tooltip>
                    )}
                  </td>
                  <td className="deployed-count">
                    <DayCount version={version} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

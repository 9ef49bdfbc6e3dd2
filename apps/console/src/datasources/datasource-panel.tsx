import type { DatabaseConnection, DatasourceMetadata } from "@airlock/contract";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { linkFor } from "../api/session/permissions.ts";
import { useClient } from "../api/session/use-session.ts";
import { readingText } from "./import/cell-format.ts";
import { typeLabels } from "./import/column-choice.ts";
import { Histogram } from "./histogram.tsx";
import { FirstRows } from "./first-rows.tsx";
import { ImportProgress } from "./import/import-progress.tsx";
import { centreText, distinctText, frequentText, missingText, rangeText } from "./profile-text.ts";
import { ProblemText } from "../parts/fault/problem-text.tsx";
import { RejectedRows } from "./rejected-rows.tsx";
import { sizeText } from "../ui/format/size-text.ts";
import { type Datasource } from "./use-datasources.ts";
import { useImport } from "./import/use-import.ts";
import { loadOptions } from "../api/load-options.ts";
import { nameOf } from "../parts/list-page/row-names.ts";

/** The columns of a datasource with their profiles, and the progress or the result of its import. */
export function DatasourcePanel({ datasource }: { readonly datasource: Datasource }) {
  const href = linkFor(datasource, "metadata", "GET");
  const { run, seenAt, cancel } = useImport(linkFor(datasource, "import", "GET"));
  return (
    <div className="ds-panel">
      {href === undefined ? (
        run === undefined ? (
          <p className="muted">There are no records.</p>
        ) : (
          <>
            <ImportProgress name={nameOf(datasource)} run={run} seenAt={seenAt} />
            {cancel !== undefined && (
              <Button variant="outlined" color="inherit" size="small" onClick={cancel}>
                Cancel import
              </Button>
            )}
          </>
        )
      ) : (
        <>
          {datasource._embedded.connection !== null && <ConnectionNote of={datasource._embedded.connection} />}
          <Columns href={href} label={`Columns of ${nameOf(datasource)}`} recordCount={datasource._embedded.recordCount} />
          {run !== undefined && run._embedded.rejectedRows > 0 && <RejectedRows name={nameOf(datasource)} run={run} />}
        </>
      )}
    </div>
  );
}

function ConnectionNote({ of: { host, port, database, user, schema, tls } }: { readonly of: DatabaseConnection }) {
  return (
    <p className="muted ds-where">
      The table stays in schema <span className="mono">{schema}</span> of{" "}
      <span className="mono">
        {host}:{port}/{database}
      </span>
      , read as <span className="mono">{user}</span> {tls === "verify" ? "over TLS" : "without encryption"}. Every run reads its rows again.
    </p>
  );
}

interface ColumnsProps {
  readonly href: string;
  readonly label: string;
  readonly recordCount: number | null;
}

function Columns({ href, label, recordCount }: ColumnsProps) {
  const client = useClient();
  const { data, error } = useQuery({
    queryKey: ["datasource-metadata", href],
    retry: false,
    queryFn: (context) => client.get("datasource.metadata", href, loadOptions(context)),
  });
  if (error && data === undefined) return <ProblemText error={error} />;
  if (data === undefined) return <Skeleton variant="rounded" height={120} />;
  const { columns, records, cost } = data._embedded;
  return (
    <>
      {cost !== null && (
        <p className="muted">
          The table stays in BigQuery. Reading all of it takes {sizeText(cost.bytes)} of a budget of {sizeText(cost.budget)} for one
          question.
        </p>
      )}
      <table className="data-table" aria-label={label}>
        <thead>
          <tr>
            <th>Column</th>
            <th className="ds-type">Type</th>
            <th className="num">Missing</th>
            <th className="num">Distinct</th>
            <th>Range</th>
            <th className="num ds-centre">Mean / median</th>
            <th className="ds-spread">Values</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ name, key, type, reading, profile }, at) => (
            <tr key={key}>
              <td className="mono clip" title={name}>
                {name}
              </td>
              <td className="muted clip" title={readingText(reading, type)}>
                {[typeLabels[type], readingText(reading, type)].filter((part) => part !== "").join(", ")}
              </td>
              <td className="num">{profile === null ? "-" : missingText(profile, recordCount)}</td>
              <td className="num">{profile === null ? "-" : distinctText(profile)}</td>
              <td className="mono clip">{profile === null ? "-" : rangeText(profile)}</td>
              <td className="num">{profile === null ? "-" : centreText(profile)}</td>
              <td className="ds-spread clip">
                {profile === null ? (
                  <span className="mono faint">{firstOf(records, at)}</span>
                ) : profile.histogram.length > 0 ? (
                  <Histogram steps={profile.histogram} label={`Distribution of ${name}`} />
                ) : (
                  <span className="muted" title={frequentText(profile)}>
                    {frequentText(profile, 3)}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {records.length > 0 && <FirstRows names={columns.map(({ name }) => name)} records={records} recordCount={recordCount} />}
    </>
  );
}

function firstOf(records: DatasourceMetadata["records"], at: number): string {
  return records
    .slice(0, 3)
    .map((record) => record[at] ?? "-")
    .join(" · ");
}

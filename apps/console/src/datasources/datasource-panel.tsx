import type { ColumnProfile, DatasourceMetadata, Resource } from "@airlock/contract";
import Skeleton from "@mui/material/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { number } from "../format/numbers.ts";
import { linkFor } from "../session/permissions.ts";
import { useClient } from "../session/use-session.ts";
import { typeLabels } from "./column-choice.ts";
import { Histogram } from "./histogram.tsx";
import { ImportProgress } from "./import-progress.tsx";
import { ProblemText } from "./problem-text.tsx";
import { RejectedRows } from "./rejected-rows.tsx";
import { sizeText } from "./size-text.ts";
import { nameOf, type Datasource } from "./use-datasources.ts";
import { useImport } from "./use-import.ts";

/** What the columns of a datasource hold; how its import goes, or went. */
export function DatasourcePanel({ datasource }: { readonly datasource: Datasource }) {
  const href = linkFor(datasource, "metadata", "GET");
  const { run, seenAt } = useImport(linkFor(datasource, "import", "GET"));
  return (
    <div className="ds-panel">
      {href === undefined ? (
        run === undefined ? (
          <p className="muted">There are no records.</p>
        ) : (
          <ImportProgress name={nameOf(datasource)} run={run} seenAt={seenAt} />
        )
      ) : (
        <>
          <Columns href={href} label={`Columns of ${nameOf(datasource)}`} />
          {run !== undefined && run._embedded.rejectedRows > 0 && <RejectedRows name={nameOf(datasource)} run={run} />}
        </>
      )}
    </div>
  );
}

function Columns({ href, label }: { readonly href: string; readonly label: string }) {
  const client = useClient();
  const { data, error } = useQuery({
    queryKey: ["datasource-metadata", href],
    retry: false,
    queryFn: ({ signal }) => client.request<Resource<DatasourceMetadata>>("GET", href, { signal, background: true }),
  });
  if (error) return <ProblemText error={error} />;
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
      <table aria-label={label}>
        <thead>
          <tr>
            <th>Column</th>
            <th className="ds-type">Type</th>
            <th className="num">Missing</th>
            <th className="num">Distinct</th>
            <th>Range</th>
            <th className="ds-spread">Values</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ name, key, type, profile }, at) => (
            <tr key={key}>
              <td className="mono clip" title={name}>
                {name}
              </td>
              <td className="muted">{typeLabels[type]}</td>
              <td className="num">{profile === null ? "-" : number(profile.missing)}</td>
              <td className="num">{profile === null ? "-" : number(profile.distinct)}</td>
              <td className="mono clip">{profile === null ? "-" : rangeText(profile)}</td>
              <td className="ds-spread clip">
                {profile === null ? (
                  <span className="mono faint">{firstOf(records, at)}</span>
                ) : profile.histogram.length > 0 ? (
                  <Histogram steps={profile.histogram} label={`How ${name} is spread`} />
                ) : (
                  <span className="muted">{frequentText(profile)}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function rangeText({ min, max }: ColumnProfile): string {
  if (min === null || max === null) return "-";
  const text = (value: string | number) => (typeof value === "number" ? number(value) : value);
  return min === max ? text(min) : `${text(min)} to ${text(max)}`;
}

function frequentText({ frequent }: ColumnProfile): string {
  return frequent
    .slice(0, 3)
    .map(({ value, count }) => `${value === "" ? "(empty)" : value} ${number(count)}`)
    .join(", ");
}

function firstOf(records: DatasourceMetadata["records"], at: number): string {
  return records
    .slice(0, 3)
    .map((record) => record[at] ?? "-")
    .join(", ");
}

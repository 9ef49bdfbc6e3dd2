import type { Resource, VersionFields } from "@airlock/contract";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { FaultPanel } from "../fault/fault-panel.tsx";
import { Icon } from "../look/icon.tsx";
import { linkFor } from "../session/permissions.ts";
import { useClient } from "../session/use-session.ts";
import { downloadFile } from "../solutions/download-file.ts";
import { readDocument, type DescribedField } from "./read-document.ts";

/** The version's OpenAPI document, for people: what it takes, what it answers, what it refuses with. The file is for tools. */
export function DocumentCard({ version }: { readonly version: Resource<VersionFields> }) {
  const client = useClient();
  const href = linkFor(version, "openapi", "GET");
  const { data, error, refetch } = useQuery({
    queryKey: ["openapi", href],
    enabled: href !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => client.request<unknown>("GET", href ?? "", { signal }),
  });
  if (href === undefined) return null;
  const { solutionName, versionName } = version._embedded;
  const fileName = `${`${solutionName}-${versionName}`.toLowerCase().replaceAll(/[^a-z0-9.]+/g, "-")}.openapi.json`;
  const document = data === undefined ? undefined : readDocument(data);
  return (
    <section className="card try-card" aria-label="OpenAPI document">
      <div className="try-head">
        <h2 className="grow">OpenAPI document</h2>
        <Button
          variant="outlined"
          size="small"
          startIcon={<Icon name="download" size={14} />}
          disabled={data === undefined}
          onClick={() => downloadFile(fileName, JSON.stringify(data, null, 2), "application/json")}
        >
          Download
        </Button>
      </div>
      {error ? (
        <FaultPanel error={error} onRetry={() => void refetch()} />
      ) : document === undefined ? (
        <Skeleton height={160} />
      ) : (
        <div className="try-document">
          <Fields title="It takes" fields={document.takes} origin="app" needed />
          <Fields title="It answers in runtimeData" fields={document.answers} origin="run" />
          <div>
            <h3 className="try-label">It refuses with</h3>
            <table className="try-table" aria-label="It refuses with">
              <thead>
                <tr>
                  <th className="try-status">Status</th>
                  <th>Code</th>
                </tr>
              </thead>
              <tbody>
                {document.refusals.map(({ status, codes }) => (
                  <tr key={status}>
                    <td className="num">{status}</td>
                    <td>
                      {codes.map(({ code, description }) => (
                        <div key={code} className="try-refusal">
                          <span className="chip code">{code}</span> <span className="muted">{description}</span>
                        </div>
                      ))}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      )}
    </section>
  );
}

interface FieldsProps {
  readonly title: string;
  readonly fields: readonly DescribedField[];
  readonly origin: "app" | "run";
  readonly needed?: boolean;
}

function Fields({ title, fields, origin, needed = false }: FieldsProps) {
  return (
    <div>
      <h3 className="try-label">{title}</h3>
      {fields.length === 0 ? (
        <p className="helper">no fields</p>
      ) : (
        <table className="try-table" aria-label={title}>
          <thead>
            <tr>
              <th>Field</th>
              <th>Type</th>
              {needed && <th>Sample</th>}
              {needed && <th>Needed</th>}
            </tr>
          </thead>
          <tbody>
            {fields.map(({ name, type, required, sample }) => (
              <tr key={name}>
                <td>
                  <span className={origin === "run" ? "df run" : "df"}>{name}</span>
                </td>
                <td className="muted">{type}</td>
                {needed && <td className="mono">{sample}</td>}
                {needed && <td className="faint">{required ? "Required" : "Optional"}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

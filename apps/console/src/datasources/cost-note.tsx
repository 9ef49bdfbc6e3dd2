import type { DatasourceMetadata, Resource } from "@airlock/contract";
import { useQuery } from "@tanstack/react-query";
import { counted } from "../format/numbers.ts";
import { Icon } from "../look/icon.tsx";
import { useClient } from "../session/use-session.ts";
import "./cost-note.css";
import { costText } from "./cost-text.ts";
import { ProblemText } from "./problem-text.tsx";

interface CostNoteProps {
  /** The datasource's `metadata` link. */
  readonly href: string;
  /** Keys of the columns that would be read. */
  readonly keys: readonly string[];
}

/** What reading a BigQuery table takes of the budget: told before anything is spent, for the columns that are needed. */
export function CostNote({ href, keys }: CostNoteProps) {
  const client = useClient();
  const sorted = keys.toSorted();
  const query = sorted.length === 0 ? "" : `?columns=${sorted.join(",")}`;
  const { data, error } = useQuery({
    queryKey: ["datasources", "cost", href, query],
    retry: false,
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      (await client.request<Resource<DatasourceMetadata>>("GET", `${href}${query}`, { signal, background: true }))._embedded.cost,
  });
  if (error) return <ProblemText error={error} />;
  if (data === null) return null;
  const isOver = data !== undefined && data.bytes > data.budget;
  return (
    <div className={`note cost-note${isOver ? " is-over" : ""}`} role={isOver ? "alert" : "note"}>
      <Icon name={isOver ? "warning" : "info"} size={16} />
      <span>
        {data === undefined
          ? "Asking BigQuery what it takes to read these columns."
          : costText(data, sorted.length === 0 ? "all columns" : counted(sorted.length, "column"))}
      </span>
    </div>
  );
}

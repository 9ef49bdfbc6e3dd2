import { counted } from "../../ui/format/numbers.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { useResource } from "../../api/use-resource.ts";
import "./cost-note.css";
import { costText } from "./cost-text.ts";
import { ProblemText } from "../fault/problem-text.tsx";

interface CostNoteProps {
  /** The datasource's `metadata` link. */
  readonly href: string;
  /** Keys of the columns that would be read. */
  readonly keys: readonly string[];
}

/** How much of the budget reading the needed columns of a BigQuery table would use, shown before anything is spent. */
export function CostNote({ href, keys }: CostNoteProps) {
  const sorted = keys.toSorted();
  const columns = sorted.length === 0 ? undefined : sorted.join(",");
  const { data, error } = useResource("datasource.metadata", {
    queryKey: ["datasources", "cost", href, columns],
    href,
    query: { columns },
    retry: false,
    staleTime: 60_000,
    select: ({ _embedded }) => _embedded.cost,
  });
  if (error && data === undefined) return <ProblemText error={error} />;
  if (data === null) return null;
  const isOver = data !== undefined && data.bytes > data.budget;
  return (
    <div className={`note cost-note${isOver ? " is-over" : ""}`} role={isOver ? "alert" : "note"}>
      <Icon name={isOver ? "warning" : "info"} size={16} />
      <span>
        {data === undefined
          ? "Estimating what BigQuery reads for these columns."
          : costText(data, sorted.length === 0 ? "all columns" : counted(sorted.length, "column"))}
      </span>
    </div>
  );
}

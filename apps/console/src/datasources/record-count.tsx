import CircularProgress from "@mui/material/CircularProgress";
import { number } from "../ui/format/numbers.ts";
import { linkFor } from "../api/session/permissions.ts";
import { type Counting, type Datasource } from "./use-datasources.ts";
import { nameOf } from "../parts/list-page/row-names.ts";
import { IconAction } from "../ui/icon-action.tsx";

const words = { importing: "Importing", failed: "Failed", cancelled: "Cancelled", ready: "-" } as const;

/** The number of rows, with a button to count again; the spinner is shown only in the row that waits. */
export function RecordCount({ datasource, counting }: { readonly datasource: Datasource; readonly counting: Counting }) {
  const { recordCount, status } = datasource._embedded;
  if (status === "importing" || counting.isCounting(datasource)) {
    return (
      <span className="ds-count">
        <span className="faint">{status === "importing" ? words.importing : "Counting"}</span>
        <CircularProgress size={16} aria-label={`${status === "importing" ? "Importing" : "Counting"} ${nameOf(datasource)}`} />
      </span>
    );
  }
  return (
    <span className="ds-count">
      {recordCount === null ? <span className={status === "failed" ? "ds-failed" : "faint"}>{words[status]}</span> : number(recordCount)}
      {linkFor(datasource, "count", "GET") !== undefined && (
        <IconAction
          icon="refresh"
          iconSize={16}
          label={`Count the records of ${nameOf(datasource)} again`}
          hint="Count again"
          size="small"
          onClick={() => counting.count(datasource)}
        />
      )}
    </span>
  );
}

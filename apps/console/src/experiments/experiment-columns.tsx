import { Link } from "@tanstack/react-router";
import { linkFor } from "../api/session/permissions.ts";
import { createdColumn } from "../parts/list-page/created-column.tsx";
import { number } from "../ui/format/numbers.ts";
import type { Column } from "../parts/list-page/column.ts";
import type { Records } from "../parts/list-page/editing/use-records.ts";
import { ResultStatus } from "./results/result-status.tsx";
import { type Experiment } from "./use-experiments.ts";
import { keyOf, nameOf } from "../parts/list-page/row-names.ts";

function solutionText({ _embedded: { solutionName, versionName } }: Experiment): string {
  if (solutionName === null) return "-";
  return versionName === null ? solutionName : `${solutionName}, ${versionName}`;
}

export function experimentColumns(saver: Records["saver"]): readonly Column<Experiment>[] {
  return [
    {
      name: "name",
      title: "Name",
      place: "name",
      sortable: true,
      width: "clamp(160px, 18vw, 300px)",
      show: (experiment) => <ExperimentLink experiment={experiment} />,
      text: nameOf,
      edit: { value: nameOf, save: saver("experiment.update", "name"), maxLength: 200 },
    },
    {
      name: "solutionName",
      title: "Solution",
      place: "description",
      show: (experiment) => <span className="muted clip">{solutionText(experiment)}</span>,
      text: solutionText,
    },
    {
      name: "datasourceName",
      title: "Datasource",
      place: "other",
      width: "clamp(120px, 12vw, 200px)",
      show: ({ _embedded }) => <span className="muted clip">{_embedded.datasourceName ?? "-"}</span>,
      text: ({ _embedded }) => _embedded.datasourceName ?? "",
    },
    {
      name: "results",
      title: "Results",
      place: "other",
      numeric: true,
      width: 84,
      show: ({ _embedded }) => number(_embedded.results),
      text: ({ _embedded }) => String(_embedded.results),
    },
    {
      name: "lastResult",
      title: "Last run",
      place: "status",
      width: 130,
      show: ({ _embedded: { lastResult } }) =>
        lastResult === null ? <span className="faint">-</span> : <ResultStatus status={lastResult.status} />,
      text: ({ _embedded }) => _embedded.lastResult?.status ?? "",
    },
    createdColumn,
  ];
}

/** Opens the experiment. The pencil beside it, or F2, renames it. */
function ExperimentLink({ experiment }: { readonly experiment: Experiment }) {
  if (linkFor(experiment, "self", "GET") === undefined) return nameOf(experiment);
  return (
    <Link className="cell-link" to="/admin/experiments/configs/$webSafeString" params={{ webSafeString: keyOf(experiment) }}>
      {nameOf(experiment)}
    </Link>
  );
}

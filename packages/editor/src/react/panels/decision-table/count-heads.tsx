/* oxlint-disable jsx-a11y/prefer-tag-over-role -- As the heads beside them. */
import { coveredRows } from "../../../coverage/coverage.ts";
import { countText } from "../../../heat-map/overlay.ts";
import type { TableCounts } from "../../table-counts.ts";

/** The heads of the columns that count, behind the reason code. */
export function CountHeads({ counts: { tests, executions }, first }: { readonly counts: TableCounts; readonly first: number }) {
  const heads = [
    tests !== undefined && { name: "Test cases", sum: coveredText(tests) },
    executions !== undefined && {
      name: executions.period,
      sum: `${executions.isSample ? "Newest " : ""}${countText(executions.total)} executions`,
    },
  ].filter((head) => head !== false);
  return heads.map(({ name, sum }, at) => (
    <span key={name} role="columnheader" aria-colindex={first + at} className="et-head et-count-head">
      <span className="et-side" />
      <span className="et-head-name">{name}</span>
      <span className="et-last" title={sum}>
        {sum}
      </span>
    </span>
  ));
}

/** "14 of 20 rows covered". */
function coveredText(tests: ReadonlyMap<string, number>): string {
  const { covered, rows } = coveredRows([tests]);
  return `${covered} of ${rows} covered`;
}

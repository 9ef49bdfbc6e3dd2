/* oxlint-disable jsx-a11y/prefer-tag-over-role -- As the cells beside them. */
import { countText, shareText } from "../../../heat-map/overlay.ts";

export interface RowCountsProps {
  /** Test cases that the row counted for; undefined if none were run. */
  readonly tests: number | undefined;
  /** Executions that the row counted for; undefined if none were counted, null for a row that is not in the version. */
  readonly executions: number | null | undefined;
  /** All executions that reached the table. */
  readonly total: number;
  readonly first: number;
}

/** The cells that count, behind the reason code. */
export function RowCounts({ tests, executions, total, first }: RowCountsProps) {
  const share = total === 0 ? 0 : (executions ?? 0) / total;
  return (
    <>
      {tests !== undefined && (
        <span role="gridcell" aria-colindex={first} className={tests === 0 ? "et-cell et-count is-uncovered" : "et-cell et-count"}>
          {tests === 0 ? "not covered" : countText(tests)}
        </span>
      )}
      {executions !== undefined && (
        <span
          role="gridcell"
          aria-colindex={first + (tests === undefined ? 0 : 1)}
          className="et-cell et-count"
          {...(executions === null ? {} : { title: `${countText(executions)} executions` })}
        >
          {executions === null || executions === 0 ? (
            <i>{executions === null ? "new row" : "none"}</i>
          ) : (
            <>
              <span className="et-bar" aria-hidden="true">
                <span style={{ width: `${Math.max(2, share * 100)}%` }} />
              </span>
              {shareText(share)}
            </>
          )}
        </span>
      )}
    </>
  );
}

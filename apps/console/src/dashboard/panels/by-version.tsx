import { Link } from "@tanstack/react-router";
import { ScrollTable } from "../../parts/charts/scroll-table.tsx";
import { millisText } from "../../ui/format/millis-text.ts";
import { counted, number, percentText } from "../../ui/format/numbers.ts";
import { mixOf } from "./mix-of.ts";
import type { Panel } from "./panel.ts";

/** The executions of each version, the busiest first. */
export const byVersion: Panel = {
  figure: ({ fields: { total, versions } }) => (
    <p className="helper">
      {counted(total, "execution")} of {counted(versions.length, "version")}.
    </p>
  ),
  body: ({ title, fields: { versions }, searchFor }) => (
    <ScrollTable
      label={title}
      className="widget-scroll"
      tableClass="sticky-head widget-table"
      heads={[
        "Solution",
        "Version",
        { text: "Executions", isNumber: true },
        { text: "Failed", isNumber: true },
        { text: "p95, ms", isNumber: true },
        "Outcomes",
      ]}
    >
      {versions.map(({ versionWss, versionName, solutionName, total, failed, p95Millis, outcomes }) => (
        <tr key={versionWss}>
          <td className="widget-words strong">
            {searchFor === undefined ? (
              solutionName
            ) : (
              <Link
                to="/admin/executions"
                search={searchFor({ versionId: versionWss })}
                preload={false}
                aria-label={`Executions of ${solutionName}, ${versionName}`}
              >
                {solutionName}
              </Link>
            )}
          </td>
          <td className="muted">{versionName}</td>
          <td className="num">{number(total)}</td>
          <td className="num">{number(failed)}</td>
          <td className="num">{p95Millis === null ? "-" : millisText(p95Millis)}</td>
          <td>
            <MixBar outcomes={outcomes} />
          </td>
        </tr>
      ))}
    </ScrollTable>
  ),
  empty: ({ total }) => (total === 0 ? "No executions yet." : undefined),
};

function MixBar({ outcomes }: { readonly outcomes: Parameters<typeof mixOf>[0] }) {
  const parts = mixOf(outcomes);
  const [first] = parts;
  if (first === undefined) return <span className="faint">-</span>;
  const description = parts.map(({ name, share }) => `${name} ${percentText(share)}`).join(", ");
  return (
    <span className="inline-row gap-8 widget-mix num" title={description}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an image cannot hold bars that are drawn. */}
      <span role="img" aria-label={description}>
        {parts.map(({ outcome, share, colour }) => (
          <i key={outcome} style={{ width: `${share * 100}%`, background: colour }} />
        ))}
      </span>
      {percentText(first.share)}
    </span>
  );
}

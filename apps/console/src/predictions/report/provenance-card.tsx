import type { ModelReport } from "@airlock/contract";
import { number } from "../../ui/format/numbers.ts";
import { ScrollTable } from "../../parts/charts/scroll-table.tsx";

interface ProvenanceCardProps {
  readonly report: ModelReport;
  readonly beside: ModelReport | undefined;
}

/** From what exactly it came: the same rows, parameters and library give the same trees again. */
export function ProvenanceCard({ report, beside }: ProvenanceCardProps) {
  const mine = factsOf(report);
  const theirs = new Map(beside === undefined ? [] : factsOf(beside));
  const names = [...new Set([...mine.map(([name]) => name), ...theirs.keys()])];
  const own = new Map(mine);
  return (
    <section className="card rp-columns" aria-labelledby="rp-provenance">
      <h3 id="rp-provenance">Origin</h3>
      <ScrollTable
        label="Origin"
        className="pe-scroll"
        tableClass="sticky-head pc-table rp-facts"
        heads={["What", `Model ${report.number}`, ...(beside === undefined ? [] : [`Model ${beside.number}`])]}
      >
        {names.map((name) => {
          const differs = beside !== undefined && own.get(name) !== theirs.get(name);
          return (
            <tr key={name} className={differs ? "differs" : ""}>
              <td>{name}</td>
              <td className="mono">{own.get(name) ?? "-"}</td>
              {beside !== undefined && (
                <td className="mono">
                  {theirs.get(name) ?? "-"}
                  {differs && <span className="sr"> differs</span>}
                </td>
              )}
            </tr>
          );
        })}
      </ScrollTable>
    </section>
  );
}

function factsOf(report: ModelReport): readonly (readonly [string, string])[] {
  return [
    ["Hash of the model", report.hash],
    ["Hash of the rows", report.rowsHash],
    ["Library", `${report.library} ${report.libraryVersion}`],
    ["Held out", report.split.holdout],
    ["Training took", `${number(report.trainingSeconds)} s`],
    ...Object.entries(report.parameters),
  ];
}

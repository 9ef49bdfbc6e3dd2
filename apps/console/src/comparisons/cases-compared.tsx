import { useQuery } from "@tanstack/react-query";
import { definitionIn } from "../api/definition-in.ts";
import { linkFor } from "../api/session/permissions.ts";
import { useClient } from "../api/session/use-session.ts";
import { casesText, type ComparedCases } from "./compare-cases.ts";
import { sideTitle } from "../parts/comparison/side-name.ts";
import type { WholeComparison } from "../parts/comparison/use-comparison.ts";
import { useSides } from "./use-compare-behaviour.ts";

/** The test cases of the solution as it is saved: a version has none of its own. */
export function useSavedCases(solutionId: string | undefined) {
  const client = useClient();
  const href = linkFor(useSides(solutionId).data?.solution, "definition", "GET");
  const { data } = useQuery({
    queryKey: ["definition", href, "cases"],
    enabled: href !== undefined,
    queryFn: async ({ signal }) => definitionIn(await client.get("definition.read", href ?? "", { signal })).testCases,
  });
  return data ?? [];
}

interface CasesComparedProps {
  readonly comparison: WholeComparison;
  readonly ran: ComparedCases;
}

/** What both flows made of the test cases: those with another outcome first. */
export function CasesCompared({ comparison, ran }: CasesComparedProps) {
  const { left, right } = comparison._embedded;
  if (!ran.ok) return <p role="alert">{ran.problem}</p>;
  const [changed, same] = [true, false].map((isChanged) => ran.cases.filter((one) => (one.left !== one.right) === isChanged));
  return (
    <section className="cmp-cases" aria-label="Test cases compared">
      <h3>{casesText(ran.cases)}</h3>
      <table className="plain-table size-13">
        <thead>
          <tr>
            <th>Test case</th>
            <th>{sideTitle(left)}</th>
            <th>{sideTitle(right)}</th>
          </tr>
        </thead>
        <tbody>
          {[...(changed ?? []), ...(same ?? [])].map((one) => (
            <tr key={one.id} className={one.left === one.right ? "" : "is-changed"}>
              <td>{one.name}</td>
              <td>{one.left}</td>
              <td>{one.right}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

import Button from "@mui/material/Button";
import { useState } from "react";
import { linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import { counted } from "../ui/format/numbers.ts";
import { State } from "../ui/state.tsx";
import { chosenOf, spans } from "./compare-bar.tsx";
import { CasesCompared, useSavedCases } from "./cases-compared.tsx";
import { compareCases, type ComparedCases } from "./compare-cases.ts";
import { useListRows } from "../parts/lists/use-list-rows.ts";
import { overOf, type Over } from "../parts/comparison/over-choice.ts";
import { OverDialog } from "../parts/comparison/over-dialog.tsx";
import type { WholeComparison } from "../parts/comparison/use-comparison.ts";
import { useCompareBehaviour } from "./use-compare-behaviour.ts";
import { useSideFields } from "../parts/comparison/use-side-fields.ts";

interface NothingComparedProps {
  readonly comparison: WholeComparison;
  readonly why: string;
}

/** Shown when nothing was compared, because figures over nothing would read as an approval. Offers what can be compared instead. */
export function NothingCompared({ comparison, why }: NothingComparedProps) {
  const compared = comparison._embedded;
  const { solutionId, left = "draft", right = "draft" } = chosenOf(compared);
  const over = overOf(compared);
  const { mayCompare, isAsking, compare } = useCompareBehaviour();
  const [isChoosing, setChoosing] = useState(false);
  const fields = useSideFields(isChoosing ? solutionId : undefined, left, right);
  const cases = useSavedCases(solutionId);
  const listRows = useListRows();
  const [ran, setRan] = useState<ComparedCases>();
  const runCases = async () => setRan(await compareCases(compared.leftDefinition, compared.rightDefinition, cases, listRows));
  const mayUseRows = linkFor(useProfile(), "datasources", "GET") !== undefined;
  // Flows of a result are compared from where their thresholds are moved, and drafts have no executions.
  const isOfResult = left === "result" || right === "result";
  const hasExecutions = left !== "draft" || right !== "draft";
  const longer = hasExecutions ? spans.filter((days) => !("days" in over) || days > over.days).slice(-2) : [];
  const again = (next: Over) => void compare({ solutionId: solutionId ?? "", left, right, over: next });
  return (
    <div className="cmp-nothing">
      <State
        icon="chart"
        tone="quiet"
        title={why}
        actions={
          mayCompare &&
          !isOfResult && (
            <>
              {cases.length > 0 && (
                <Button variant="outlined" onClick={() => void runCases()}>
                  Run {counted(cases.length, "test case")}
                </Button>
              )}
              {longer.map((days) => (
                <Button key={days} variant="outlined" disabled={isAsking} onClick={() => again({ days })}>
                  Last {days} days
                </Button>
              ))}
              {mayUseRows && (
                <Button variant="outlined" disabled={isAsking} onClick={() => setChoosing(true)}>
                  Choose a datasource
                </Button>
              )}
            </>
          )
        }
      >
        <p>
          {compared.summary.unanswered + compared.summary.unreadable > 0
            ? "A flow makes a web call or prediction that has no recorded response, or the input was erased or cannot be read."
            : "No outcome is known to change or to stay the same. Compare over a longer period, a datasource or the test cases."}
        </p>
        {isChoosing && (
          <OverDialog
            sides={fields}
            initial={"days" in over ? undefined : over}
            onChoose={(chosen) => {
              setChoosing(false);
              again(chosen);
            }}
            onClose={() => setChoosing(false)}
          />
        )}
      </State>
      {ran && <CasesCompared comparison={comparison} ran={ran} />}
    </div>
  );
}

import type { TracedExecutionFields } from "@airlock/contract";
import type { Definition } from "@airlock/flow";
import { exactDate } from "../../ui/format/dates.ts";
import { shortNumber } from "../../ui/format/short-number.ts";
import { OutcomeChip } from "../../ui/outcome/outcome-chip.tsx";
import { decidedAt } from "./decided-at.ts";
import { reasonText } from "./reason-text.ts";
import { resultOf } from "./result-of.ts";
import { callsAround, subFlowNames } from "./sub-flow-names.ts";
import { TraceStep } from "./trace-steps.tsx";
import "./trace.css";

/** The data of a trace, of a live execution or of an experiment's row. */
export type Traced = Pick<TracedExecutionFields, "runtimeData" | "reasonCodes" | "steps" | "error" | "erasedDate"> & {
  /** Its texts of reason codes and its tables are shown; absent where the definition is not known. */
  readonly definition?: Definition | undefined;
};

/** The result, its reasons, and what each node did. */
export function TraceBody({ traced: fields }: { readonly traced: Traced }) {
  const result = resultOf(fields);
  // Without reason codes, as after most hard stops, the node that decided is the reason.
  const isExplained = fields.reasonCodes.length > 0 || fields.error !== undefined || fields.erasedDate !== undefined;
  const decided = isExplained || result === undefined ? undefined : decidedAt(fields.steps, result[0]);
  const nameOf = (nodeId: string) => {
    const step = fields.steps.find((one) => one.nodeId === nodeId);
    return step === undefined || step.label === "" ? step?.kind : step.label;
  };
  const callNames = subFlowNames(fields.definition);
  return (
    // What scrolls must be reached by keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="scroll-rest" aria-label="Steps" tabIndex={0}>
      <div className="trace-answer">
        {fields.erasedDate !== undefined ? (
          <div className="stack gap-4 trace-erased">
            <b>Erased on {exactDate(fields.erasedDate)}</b>
            <p>Input and results were erased and cannot be restored. The decision, its time and its outcome still count.</p>
          </div>
        ) : fields.error !== undefined ? (
          <div className="trace-error">
            {fields.error.message} <span className="chip code">{fields.error.code}</span>
          </div>
        ) : (
          <div className="trace-big">
            {result === undefined ? (
              <span className="faint">No field was set.</span>
            ) : (
              <>
                <span className="df run">{result[0]}</span>
                {typeof result[1] === "number" ? (
                  <b className="big-figure" title={String(result[1])}>
                    {shortNumber(result[1])}
                  </b>
                ) : (
                  <OutcomeChip value={result[1]} isLarge />
                )}
              </>
            )}
          </div>
        )}
        {decided !== undefined && (
          <p className="trace-decided">
            Decided at <b>{decided.label}</b>
            {decided.because !== undefined && `: ${decided.because}`}
          </p>
        )}
        {fields.reasonCodes.length > 0 && (
          <div className="stack gap-4">
            {[...new Set(fields.reasonCodes)].map((code) => (
              <span key={code} className="row gap-10 reason">
                <span className="chip code">{code}</span>
                <span className="faint">
                  {fields.steps
                    .filter(({ reasonCodes }) => reasonCodes.includes(code))
                    .map((step) =>
                      [step.label, reasonText(code, step, fields.definition?.reasonTexts)]
                        .filter((text) => text !== undefined && text !== "")
                        .join(": "),
                    )
                    .join(", ")}
                </span>
              </span>
            ))}
          </div>
        )}
      </div>
      {fields.erasedDate !== undefined ? undefined : fields.steps.length === 0 ? (
        <p className="trace-gone faint">The details of this decision are no longer stored.</p>
      ) : (
        <ol className="steps">
          {fields.steps.map((step) => (
            <TraceStep
              key={step.nodeId}
              step={step}
              nameOf={nameOf}
              inside={callsAround(step.nodeId).map((id) => callNames.get(id) ?? "Sub-flow")}
              definition={fields.definition}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

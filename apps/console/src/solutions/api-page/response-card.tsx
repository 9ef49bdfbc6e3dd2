import type { ExecutionFields, Resource } from "@airlock/contract";
import Button from "@mui/material/Button";
import { ButtonSpinner } from "../../ui/button-spinner.tsx";
import { millisText } from "../../ui/format/millis-text.ts";
import { OutcomeChip } from "../../ui/outcome/outcome-chip.tsx";
import { resultOf } from "../../parts/trace/result-of.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { CopyIconButton } from "../../ui/copy-icon-button.tsx";
import type { Tried } from "./execute-call.ts";
import { JsonView } from "./json-view.tsx";
import { useArrived } from "./use-arrived.ts";
import "./code-box.css";

interface ResponseCardProps {
  readonly tried: Tried | undefined;
  /** Shown until there is a response. */
  readonly sample: ExecutionFields;
}

/** The response: the decision in a line, then the body as callers get it. */
export function ResponseCard({ tried, sample }: ResponseCardProps) {
  if (tried === undefined) {
    return (
      <div className="try-answer">
        <p className="helper">A sample. Press Try it to see what this version returns.</p>
        <div className="code-box tall">
          <JsonView json={JSON.stringify({ _embedded: sample }, null, 2)} />
        </div>
      </div>
    );
  }
  if (tried.kind === "refused") {
    return (
      <div className="try-answer" role="alert">
        <span className="chip error">
          <Icon name="x" size={12} />
          {tried.status === 0 ? "No response" : tried.status} Refused
        </span>
        <p>
          <b>{tried.message}:</b> {tried.description}
        </p>
        <p className="helper mono">{tried.code}</p>
        <Correlation id={tried.correlationId} />
      </div>
    );
  }
  return <Answer answer={tried.answer} correlationId={tried.correlationId} />;
}

function Answer({ answer, correlationId }: { readonly answer: Resource<ExecutionFields>; readonly correlationId: string }) {
  const fields = answer._embedded;
  const result = resultOf(fields);
  const failed = fields.status === "failed";
  const body = JSON.stringify(answer, null, 2);
  return (
    <div className="try-answer">
      <div className="try-verdict">
        <span className={failed ? "chip error" : "chip success"}>
          <Icon name={failed ? "x" : "check"} size={12} />
          200 {failed ? "Failed" : "Completed"}
        </span>
        <span className="muted num">Took {millisText(fields.durationMillis)} ms</span>
      </div>
      {fields.error !== undefined && (
        <p className="try-error">
          {fields.error.message} <span className="chip code">{fields.error.code}</span>
        </p>
      )}
      {result !== undefined && !failed && (
        <div className="try-result">
          <span className="df run">{result[0]}</span>
          <OutcomeChip value={result[1]} isLarge />
          <Reasons fields={fields} />
        </div>
      )}
      <div className="code-box tall">
        <JsonView json={body} />
      </div>
      <div className="try-acts">
        <ToTrace executionId={fields.webSafeString} />
        <CopyButton noun="Response" text={body} />
      </div>
      <Correlation id={correlationId} />
    </div>
  );
}

/** Each reason code with its text, where the version has texts. */
function Reasons({ fields }: { readonly fields: ExecutionFields }) {
  const reasons = fields.reasons ?? [...new Set(fields.reasonCodes)].map((code) => ({ code, text: undefined }));
  if (reasons.length === 0) return <span className="helper">No reason codes. The execution shows where it was decided.</span>;
  return (
    <span className="row gap-4 shrink codes">
      {reasons.map(({ code, text }) => (
        <span key={code} className="size-13">
          <span className="chip code">{code}</span> {text}
        </span>
      ))}
    </span>
  );
}

function Correlation({ id }: { readonly id: string }) {
  return (
    <p className="helper api-correlation">
      <span>
        Correlation id <span className="mono">{id}</span>
      </span>
      <CopyIconButton noun="Correlation id" text={id} />
    </p>
  );
}

function ToTrace({ executionId }: { readonly executionId: string }) {
  const state = useArrived(executionId);
  if (state === undefined) return null;
  if (state === "arrived") {
    return (
      <Button
        variant="outlined"
        size="small"
        href={`/execution/${executionId}`}
        target="_blank"
        startIcon={<Icon name="executions" size={14} />}
      >
        Open execution
      </Button>
    );
  }
  return (
    <Button
      variant="outlined"
      size="small"
      disabled
      startIcon={state === "waiting" ? <ButtonSpinner size={12} /> : <Icon name="clock" size={14} />}
    >
      {state === "waiting" ? "Waiting for the execution" : "The execution is late"}
    </Button>
  );
}

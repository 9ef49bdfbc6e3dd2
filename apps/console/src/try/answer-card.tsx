import type { ExecutionFields } from "@airlock/contract";
import Button from "@mui/material/Button";
import CircularProgress from "@mui/material/CircularProgress";
import { millisText } from "../executions/millis-text.ts";
import { resultOf } from "../executions/result-of.ts";
import { CopyButton } from "../keys/copy-button.tsx";
import { Icon } from "../look/icon.tsx";
import { StateArt } from "../look/state-art.tsx";
import type { Tried } from "./execute-call.ts";
import { useArrived } from "./use-arrived.ts";

/** What came back: the decision, or why there is none. */
export function AnswerCard({ tried }: { readonly tried: Tried | undefined }) {
  if (tried === undefined) {
    return (
      <div className="try-none">
        <StateArt icon="play" tone="quiet" />
        <p>The answer stands here once you execute.</p>
      </div>
    );
  }
  if (tried.kind === "refused") {
    return (
      <div className="try-answer" role="alert">
        <span className="chip error">
          <Icon name="x" size={12} />
          Refused
        </span>
        <p>
          <b>{tried.message}:</b> {tried.description}
        </p>
        <p className="helper mono">{tried.code}</p>
      </div>
    );
  }
  return <Answer fields={tried.answer._embedded} />;
}

function Answer({ fields }: { readonly fields: ExecutionFields }) {
  const result = resultOf(fields);
  const values = Object.entries(fields.runtimeData);
  const failed = fields.status === "failed";
  return (
    <div className="try-answer">
      <div className="try-verdict">
        <span className={failed ? "chip error" : "chip success"}>
          <Icon name={failed ? "x" : "check"} size={12} />
          {failed ? "Failed" : "Completed"}
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
          <b className="clip">{result[1]}</b>
        </div>
      )}
      <div>
        <h3 className="try-label">Reason codes</h3>
        {fields.reasonCodes.length === 0 ? (
          <span className="faint">none</span>
        ) : (
          <span className="codes">
            {[...new Set(fields.reasonCodes)].map((code) => (
              <span key={code} className="chip code">
                {code}
              </span>
            ))}
          </span>
        )}
      </div>
      <div>
        <h3 className="try-label">Worked out</h3>
        {values.length === 0 ? (
          <span className="faint">nothing</span>
        ) : (
          <table className="try-values" aria-label="Worked out">
            <tbody>
              {values.map(([name, value]) => (
                <tr key={name}>
                  <th scope="row">
                    <span className="df run">{name}</span>
                  </th>
                  <td className="mono">{value === "" ? '""' : value}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
      <div className="try-acts">
        <ToTrace executionId={fields.webSafeString} />
        <CopyButton what="Answer" text={JSON.stringify(fields, null, 2)} />
      </div>
    </div>
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
        Open its trace
      </Button>
    );
  }
  return (
    <Button
      variant="outlined"
      size="small"
      disabled
      startIcon={state === "waiting" ? <CircularProgress size={12} color="inherit" aria-hidden="true" /> : <Icon name="clock" size={14} />}
    >
      {state === "waiting" ? "Its trace is on its way" : "Its trace is late"}
    </Button>
  );
}

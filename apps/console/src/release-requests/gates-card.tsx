import type { GateResult } from "@airlock/contract";
import { gateTitle, wantedGates } from "@airlock/contract/release-gates";
import Button from "@mui/material/Button";
import { useAction } from "../api/use-action.ts";
import { gatesText, isBlocking } from "../parts/release-gates/gate-words.ts";
import { DateText } from "../ui/format/date-text.tsx";
import { Icon, type IconName } from "../ui/icons/icon.tsx";
import { requestChanges, type ReleaseRequest } from "./use-release-request.ts";

const looks: Readonly<Record<GateResult["status"], { readonly icon: IconName; readonly word: string }>> = {
  passed: { icon: "success", word: "Passed" },
  failed: { icon: "error", word: "Failed" },
  notEvaluated: { icon: "warning", word: "Not evaluated" },
  notApplicable: { icon: "minus", word: "Does not apply" },
};

/** Each gate with what was measured and what it may be. */
export function GatesCard({ request }: { readonly request: ReleaseRequest }) {
  const { gates, gatesState, gatesDate, policy } = request._embedded;
  const check = useAction("releaseRequest.check", request, { changes: requestChanges });
  const isRunning = gatesState === "running";
  const wanted = wantedGates(policy);
  const blocks = gates.some(isBlocking);
  return (
    <section className="card rr-card" aria-label="Gates" aria-busy={isRunning}>
      <header>
        <h2>Gates</h2>
        {!isRunning && gates.length > 0 && (
          <span className={`chip ${blocks ? "error" : "success"}`}>
            <Icon name={blocks ? "x" : "check"} size={12} />
            {gatesText(gates)}
          </span>
        )}
        <span className="grow" />
        {check.isOffered && (
          <Button
            size="small"
            color="inherit"
            startIcon={<Icon name="refresh" size={14} />}
            disabled={isRunning || check.isPending}
            onClick={() => check.mutate()}
          >
            Run again
          </Button>
        )}
      </header>
      {wanted.length === 0 && gates.length === 0 ? (
        <p className="rr-note">The release policy has no gates.</p>
      ) : isRunning ? (
        <ul className="rr-gates">
          {wanted.map((gate) => (
            <li key={gateTitle(gate)}>
              <Icon name="clock" size={16} />
              <b>{gateTitle(gate)}</b>
              <span className="faint">running</span>
            </li>
          ))}
        </ul>
      ) : (
        <ul className="rr-gates">
          {gates.map((result) => (
            <GateRow key={gateTitle(result)} result={result} />
          ))}
        </ul>
      )}
      <footer>
        {isRunning ? (
          <output>The gates are running. This page follows them.</output>
        ) : gatesDate === null ? (
          "Not run yet."
        ) : (
          <>
            Run on <DateText date={gatesDate} />.
          </>
        )}
      </footer>
    </section>
  );
}

function GateRow({ result }: { readonly result: GateResult }) {
  const { status, value, limit, reason } = result;
  const { icon, word } = looks[status];
  return (
    <li className={status}>
      <Icon name={icon} size={16} />
      <span className="sr">{word}: </span>
      <b>{gateTitle(result)}</b>
      <span className="strong rr-value num">{value}</span>
      <span className="rr-limit num">{limit}</span>
      {reason !== "" && <p>{reason}</p>}
    </li>
  );
}

import type { DefinitionFields, Resource, VersionFields } from "@airlock/contract";
import Button from "@mui/material/Button";
import CircularProgress from "@mui/material/CircularProgress";
import Skeleton from "@mui/material/Skeleton";
import Tooltip from "@mui/material/Tooltip";
import { useParams } from "@tanstack/react-router";
import { useId, useRef, useState } from "react";
import type { FormEvent } from "react";
import { asProblem } from "../api/api-problem.ts";
import { FaultPanel } from "../fault/fault-panel.tsx";
import { IconButtonLink } from "../look/button-link.ts";
import { Icon } from "../look/icon.tsx";
import { State } from "../look/state.tsx";
import { StatusPill } from "../look/status-pill.tsx";
import { NoAccess } from "../session/no-access.tsx";
import { useProfile } from "../session/use-session.ts";
import { versionStatus } from "../solutions/solution-status.ts";
import { AnswerCard } from "./answer-card.tsx";
import { CodeCard } from "./code-card.tsx";
import { DocumentCard } from "./document-card.tsx";
import { executeCall, type Tried } from "./execute-call.ts";
import { heldKey, holdKey } from "./held-key.ts";
import { InputCard, type Input } from "./input-card.tsx";
import { bodyOf, firstTexts, readJson } from "./input-values.ts";
import { KeyField } from "./key-field.tsx";
import { useTriedVersion } from "./use-tried-version.ts";
import "./try-page.css";

/** Asks one deployed version for a decision, by the very call that its users make. */
export function TryPage() {
  const { webSafeString } = useParams({ from: "/signed-in/admin/versions/$webSafeString" });
  const { mayRead, version, definition } = useTriedVersion(webSafeString);
  if (!mayRead) return <NoAccess icon="solutions" to="versions" />;
  const error = version.data === undefined ? version.error : definition.error;
  if (error) {
    if (asProblem(error).status === 404) {
      return (
        <section className="card">
          <State icon="api" tone="quiet" title="No such version">
            <p>It may have been deleted.</p>
          </State>
        </section>
      );
    }
    return (
      <section className="card">
        <FaultPanel error={error} onRetry={() => void (version.data === undefined ? version.refetch() : definition.refetch())} />
      </section>
    );
  }
  if (version.data === undefined || definition.data === undefined) return <Waiting />;
  return <Trying key={webSafeString} version={version.data} definition={definition.data} />;
}

function Waiting() {
  return (
    <div className="try-columns" aria-busy="true">
      <Skeleton variant="rounded" height={360} />
      <Skeleton variant="rounded" height={360} />
    </div>
  );
}

interface TryingProps {
  readonly version: Resource<VersionFields>;
  readonly definition: Resource<DefinitionFields>;
}

function Trying({ version, definition }: TryingProps) {
  const formId = useId();
  const { webSafeString: userWss } = useProfile()._embedded;
  const { versionName, versionDescription, solutionName, deploymentStatus, deploymentMessage } = version._embedded;
  const { applicationDatasetFields: fields, applicationTestData } = definition._embedded;
  const address = `${window.location.origin}${version._links["self"]?.href ?? ""}/execute`;
  const [key, setKey] = useState(() => heldKey(userWss));
  const [input, setInput] = useState<Input>(() => ({ view: "form", texts: firstTexts(fields, applicationTestData), json: "" }));
  const [tried, setTried] = useState<Tried>();
  const [waiting, setWaiting] = useState(false);
  const answer = useRef<HTMLElement>(null);
  const look = versionStatus(deploymentStatus);
  const serving = deploymentStatus === "serving";
  const read = input.view === "json" ? readJson(input.json) : { ok: true as const, body: bodyOf(fields, input.texts) };
  const keyProblem =
    tried?.kind === "refused" && ["KEY_INVALID", "PERMISSION_MISSING"].includes(tried.code) ? tried.description : undefined;

  const execute = async (event: FormEvent) => {
    event.preventDefault();
    if (!read.ok) return setInput({ ...input, stuck: read.problem });
    if (key === "" || !serving || waiting) return undefined;
    setWaiting(true);
    setTried(await executeCall(address, key, read.body));
    setWaiting(false);
    // On a narrow screen the answer stands under the form.
    return answer.current?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  };
  const use = (next: string) => {
    holdKey(userWss, next);
    setKey(next);
    // What was said of the last key says nothing of this one.
    if (keyProblem !== undefined) setTried(undefined);
  };
  return (
    <>
      <div className="try-title">
        <Tooltip title="Back to solutions">
          <IconButtonLink aria-label="Back to solutions" to="/admin/solutions">
            <Icon name="back" />
          </IconButtonLink>
        </Tooltip>
        <h2 className="clip">
          {solutionName}, {versionName}
        </h2>
        <StatusPill status={look.status}>{look.text}</StatusPill>
        <span className="muted clip">{versionDescription}</span>
      </div>
      <div className="try-columns">
        <section className="card try-card" aria-label="Ask">
          <form id={formId} className="try-form" noValidate onSubmit={(event) => void execute(event)}>
            <KeyField value={key} onChange={use} problem={keyProblem} />
            <InputCard fields={fields} input={input} onChange={setInput} problems={tried?.kind === "refused" ? tried.problems : []} />
            <div className="try-go">
              <Button
                type="submit"
                variant="contained"
                disabled={key === "" || !serving || waiting}
                startIcon={waiting ? <CircularProgress size={14} color="inherit" aria-hidden="true" /> : <Icon name="play" size={16} />}
              >
                Execute
              </Button>
              <output className="helper">
                {!serving
                  ? `Only a serving version answers.${deploymentMessage === "" ? "" : ` ${deploymentMessage}`}`
                  : key === ""
                    ? "Paste a key first."
                    : "A real decision: it is logged and counted as every other."}
              </output>
            </div>
          </form>
        </section>
        <section ref={answer} className="card try-card try-result-card" aria-label="Answer" aria-live="polite">
          <h2>Answer</h2>
          <AnswerCard tried={tried} />
        </section>
      </div>
      <CodeCard address={address} body={read.ok ? read.body : bodyOf(fields, input.texts)} />
      <DocumentCard version={version} />
    </>
  );
}

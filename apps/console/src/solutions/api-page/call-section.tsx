import type { DefinitionFields, Resource, VersionFields } from "@airlock/contract";
import Button from "@mui/material/Button";
import { useRef, useState } from "react";
import type { FormEvent } from "react";
import { ButtonSpinner } from "../../ui/button-spinner.tsx";
import { holds } from "../../api/session/permissions.ts";
import { useClient, useProfile } from "../../api/session/use-session.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { AccessField, type Access } from "./access-field.tsx";
import { AddressChoice, type Target } from "./address-choice.tsx";
import { executeCall, type Tried } from "./execute-call.ts";
import { heldKey, holdKey } from "./held-key.ts";
import { InputCard, readInput, type Input } from "./input-card.tsx";
import { ResponseCard } from "./response-card.tsx";
import { sampleResponse } from "./sample-response.ts";

interface CallSectionProps {
  readonly version: Resource<VersionFields>;
  readonly definition: Resource<DefinitionFields>;
  readonly input: Input;
  readonly onInput: (input: Input) => void;
  /** The path of the call. */
  readonly href: string;
  readonly target: Target;
  readonly onTarget: (target: Target) => void;
}

/** Address and access, then request and response side by side: a call that can be tried. */
export function CallSection({ version, definition, input, onInput, href, target, onTarget }: CallSectionProps) {
  const client = useClient();
  const profile = useProfile();
  const { webSafeString: userWss } = profile._embedded;
  // Users try versions; the address of a solution takes keys only.
  const mayExecute = target === "version" && holds(profile, "solution.execute");
  const {
    webSafeString: versionWss,
    entityWss: solutionWss,
    versionDescription,
    deploymentStatus,
    deploymentMessage,
    isLive,
  } = version._embedded;
  const { applicationDatasetFields: fields, runtimeDatasetFields } = definition._embedded;
  const [key, setKey] = useState(() => heldKey(userWss));
  const [access, setAccess] = useState<Access>(key === "" ? "session" : "key");
  const [tried, setTried] = useState<Tried>();
  const [waiting, setWaiting] = useState(false);
  const response = useRef<HTMLElement>(null);
  const serving = deploymentStatus === "serving";
  const usedKey = access === "key" || !mayExecute ? key : undefined;
  const ready = serving && usedKey !== "" && !waiting;
  const refusal = tried?.kind === "refused" ? tried : undefined;
  const keyProblem =
    refusal !== undefined && ["KEY_INVALID", "PERMISSION_MISSING"].includes(refusal.code) ? refusal.description : undefined;

  const execute = async (event: FormEvent) => {
    event.preventDefault();
    const read = readInput(fields, input);
    if (!read.ok) return onInput({ ...input, stuck: read.problem });
    if (!ready) return undefined;
    setWaiting(true);
    setTried(await executeCall(client, { href, key: usedKey, body: read.body }));
    setWaiting(false);
    // On a narrow screen the response is under the request.
    return response.current?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  };
  const changeKey = (next: string) => {
    holdKey(userWss, next);
    setKey(next);
    // The refusal was of the previous key.
    if (keyProblem !== undefined) setTried(undefined);
  };
  return (
    <section className="api-section" id="call" aria-label="Call it">
      <div className="card api-top">
        <div className="api-access">
          <AddressChoice href={href} value={target} onChange={onTarget} isLive={isLive} />
          {versionDescription !== "" && <p className="helper">{versionDescription}</p>}
        </div>
        <AccessField
          value={mayExecute ? access : "key"}
          onChange={setAccess}
          mayExecute={mayExecute}
          needsKey={target === "solution"}
          keyValue={key}
          onKey={changeKey}
          keyProblem={keyProblem}
        />
      </div>
      <div className="try-columns api-call">
        <section className="card try-card" aria-label="Request">
          <h2>Request</h2>
          <form className="try-form" noValidate onSubmit={(event) => void execute(event)}>
            <InputCard fields={fields} input={input} onChange={onInput} problems={refusal?.problems ?? []} />
            <div className="row gap-12">
              <Button
                type="submit"
                variant="contained"
                disabled={!ready}
                startIcon={waiting ? <ButtonSpinner /> : <Icon name="play" size={16} />}
              >
                Try it
              </Button>
              <output className="helper">
                {!serving
                  ? `Only a serving version answers.${deploymentMessage === "" ? "" : ` ${deploymentMessage}`}`
                  : usedKey === ""
                    ? "Paste a key first."
                    : "Makes a real decision. It is recorded and counted."}
              </output>
            </div>
          </form>
        </section>
        <section ref={response} className="card try-card try-result-card" aria-label="Response" aria-live="polite">
          <h2>Response</h2>
          <ResponseCard tried={tried} sample={sampleResponse({ versionWss, solutionWss, fields: runtimeDatasetFields })} />
        </section>
      </div>
    </section>
  );
}

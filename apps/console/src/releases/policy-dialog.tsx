import type { ReleasePolicy, ReleasePolicyFields } from "@airlock/contract";
import { gateNames } from "@airlock/contract/release-gates";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import { useId, useState, type FormEvent, type ReactNode } from "react";
import { linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import { tellRefusal } from "../api/tell-problem.ts";
import { useAction } from "../api/use-action.ts";
import { gateWords } from "../parts/release-gates/gate-words.ts";
import { useOrganisationPolicy, useReleasePolicy } from "../parts/release-gates/use-release-policy.ts";
import type { Solution } from "../parts/versions/resources.ts";
import { DialogFrame } from "../ui/dialogs/dialog-frame.tsx";
import { useMessages } from "../ui/messages/use-messages.ts";
import { NumberField } from "../ui/number-field.tsx";
import { PolicyDatasourceField } from "./policy-datasource.tsx";
import { policyText } from "./policy-words.ts";
import { withGate } from "./with-gate.ts";
import "./policy-dialog.css";

type Whose = "solution" | "organisation";

interface PolicyDraft {
  readonly policy: ReleasePolicy;
  /** Of the stored policy when the first field was changed. */
  readonly revision: number | null;
}

interface PolicyDialogProps {
  readonly solution: Solution;
  readonly liveVersionWss: string | undefined;
  readonly onClose: () => void;
}

const policyChanges = [
  "solution.releasePolicy.read",
  "releasePolicy.read",
  "solution.releaseRequests.list",
  "releaseRequest.read",
] as const;

/** What a release of this solution, or of all solutions without a policy of their own, needs. */
export function PolicyDialog({ solution, liveVersionWss, onClose }: PolicyDialogProps) {
  const formId = useId();
  const messages = useMessages();
  const profile = useProfile();
  const own = useReleasePolicy(solution).policy?._embedded;
  const common = useOrganisationPolicy()?._embedded;
  const [whose, setWhose] = useState<Whose>("solution");
  const [edited, setEdited] = useState<{ readonly [of in Whose]?: PolicyDraft }>({});
  const [problem, setProblem] = useState<string>();
  const done = (text: string) => ({
    changes: policyChanges,
    onError: (error: Error) => tellRefusal(messages, error, setProblem),
    onSuccess: () => {
      messages.success(text);
      onClose();
    },
  });
  const { name, webSafeString } = solution._embedded;
  const saveOwn = useAction("solution.releasePolicy.update", solution, done(`Release policy of ${name} saved`));
  const saveCommon = useAction("releasePolicy.update", profile, done("Release policy of all solutions saved"));
  const deleteOwn = useAction("solution.releasePolicy.delete", solution, done(`${name} uses the organisation's policy`));
  const mayChangeAll = linkFor(profile, "releasePolicy", "PUT") !== undefined;
  const stored = whose === "solution" ? own : common;
  const draft = edited[whose] ?? (stored && draftOf(stored));
  const policy = draft?.policy;
  const isBusy = saveOwn.isPending || saveCommon.isPending || deleteOwn.isPending;
  const mayChange = whose === "solution" ? saveOwn.isOffered : mayChangeAll;
  /** Of the solution's own policy as the form shows it; null where it shows none. */
  const seenOwn = (whose === "solution" && own?.isOwn === true ? draft?.revision : undefined) ?? null;
  const change = (next: ReleasePolicy) => {
    if (draft !== undefined) setEdited((before) => ({ ...before, [whose]: { ...draft, policy: next } }));
  };
  const choose = (next: Whose) => {
    setWhose(next);
    setProblem(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft === undefined || !mayChange) return;
    setProblem(undefined);
    const body = { ...draft.policy, revision: draft.revision };
    if (whose === "solution") saveOwn.mutate({ body });
    else saveCommon.mutate({ body: { ...body, datasource: null } });
  };
  return (
    <DialogFrame
      open
      onClose={onClose}
      title="Release policy"
      subtitle={
        whose === "organisation"
          ? "For every solution without a policy of its own."
          : own?.isOwn === true
            ? `${name} has its own policy.`
            : `${name} uses the organisation's policy. Saving gives it its own.`
      }
      width={680}
      hint={policy && policyText(policy)}
      actions={
        <>
          {seenOwn !== null && deleteOwn.isOffered && (
            <Button color="inherit" disabled={isBusy} onClick={() => deleteOwn.mutate({ query: { revision: seenOwn } })}>
              Use the organisation's policy
            </Button>
          )}
          <Button color="inherit" onClick={onClose}>
            {mayChange ? "Cancel" : "Close"}
          </Button>
          {mayChange && (
            <Button type="submit" form={formId} variant="contained" disabled={policy === undefined || isBusy}>
              Save policy
            </Button>
          )}
        </>
      }
    >
      {common !== undefined && (
        <RadioGroup
          row
          aria-label="Policy of"
          value={whose}
          onChange={(event) => choose(event.target.value === "organisation" ? "organisation" : "solution")}
        >
          <FormControlLabel value="solution" control={<Radio />} label="This solution" />
          <FormControlLabel value="organisation" control={<Radio />} label="All solutions" />
        </RadioGroup>
      )}
      {policy !== undefined && (
        <form id={formId} className="column" noValidate onSubmit={submit}>
          <PolicyFields key={whose} policy={policy} disabled={!mayChange} onChange={change}>
            {whose === "solution" && (
              <PolicyDatasourceField
                solutionWss={webSafeString}
                liveVersionWss={liveVersionWss}
                value={policy.datasource}
                storedName={own?.datasourceName ?? null}
                disabled={!mayChange}
                onChange={(datasource) => change({ ...policy, datasource })}
              />
            )}
          </PolicyFields>
        </form>
      )}
      {problem !== undefined && (
        <p className="notice error dialog-problem" role="alert">
          {problem}
        </p>
      )}
    </DialogFrame>
  );
}

/** Without the fields that only the API sets. */
function draftOf({ approvals, ownApproval, bypass, executions, datasource, gates, revision }: ReleasePolicyFields): PolicyDraft {
  return { policy: { approvals, ownApproval, bypass, executions, datasource, gates }, revision };
}

interface PolicyFieldsProps {
  readonly policy: ReleasePolicy;
  readonly disabled: boolean;
  readonly onChange: (policy: ReleasePolicy) => void;
  /** Between the numbers and the gates. */
  readonly children: ReactNode;
}

function PolicyFields({ policy, disabled, onChange, children }: PolicyFieldsProps) {
  const check = (label: string, name: "ownApproval" | "bypass") => (
    <FormControlLabel
      label={label}
      disabled={disabled}
      control={<Checkbox checked={policy[name]} onChange={(event) => onChange({ ...policy, [name]: event.target.checked })} />}
    />
  );
  return (
    <>
      <div className="policy-numbers">
        <NumberField
          label="Approvals"
          value={policy.approvals}
          min={0}
          max={10}
          helper="0: no approval is needed."
          disabled={disabled}
          onChange={(approvals) => onChange({ ...policy, approvals })}
        />
        <NumberField
          label="Executions compared"
          value={policy.executions}
          min={1}
          max={1_000_000}
          helper="The last ones of the live version."
          disabled={disabled}
          onChange={(executions) => onChange({ ...policy, executions })}
        />
      </div>
      <div className="policy-checks">
        {check("Users may approve their own change", "ownApproval")}
        {check("May be bypassed in an emergency", "bypass")}
      </div>
      {children}
      <fieldset className="policy-gates" disabled={disabled}>
        <legend>Gates</legend>
        {gateNames.map((gate) => {
          const { title, help, limit } = gateWords[gate];
          const value = policy.gates[gate];
          const isOn = value !== false && value !== null;
          return (
            <div key={gate} className="policy-gate">
              <FormControlLabel
                disabled={disabled}
                control={
                  <Checkbox
                    checked={isOn}
                    onChange={(event) => onChange({ ...policy, gates: withGate(policy.gates, gate, event.target.checked) })}
                  />
                }
                label={
                  <>
                    {title}
                    <span className="helper">{help}</span>
                  </>
                }
              />
              {limit !== undefined && typeof value === "number" && (
                <NumberField
                  label={limit.label}
                  value={value}
                  min={limit.min}
                  max={limit.max}
                  whole={limit.whole}
                  disabled={disabled}
                  onChange={(next) => onChange({ ...policy, gates: withGate(policy.gates, gate, next) })}
                />
              )}
            </div>
          );
        })}
      </fieldset>
    </>
  );
}

import type { RampStep, ReleaseFields, RolloutGuard, RolloutKind } from "@airlock/contract";
import { defaultRamp } from "@airlock/contract/rollout-defaults";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { asProblem } from "../../api/api-problem.ts";
import { definitionIn } from "../../api/definition-in.ts";
import { tellProblem } from "../../api/tell-problem.ts";
import { useAction } from "../../api/use-action.ts";
import type { Solution, Version } from "../../parts/versions/resources.ts";
import { useFrozenDefinition } from "../../parts/versions/use-frozen-definition.ts";
import { FormDialog } from "../../ui/dialogs/form-dialog.tsx";
import { counted } from "../../ui/format/numbers.ts";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { NumberField } from "../../ui/number-field.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { GuardFields } from "./guard-fields.tsx";
import { KindChoice } from "./kind-choice.tsx";
import { KnownOutcomeFields, knownOutcomeOf, type KnownDraft } from "./known-outcome-fields.tsx";
import { refusalsIn } from "./refusals.ts";
import { StepFields } from "./step-fields.tsx";
import { useDayVolume } from "./use-day-volume.ts";
import { rolloutChanges, type Rollout } from "./use-rollout.ts";
import "../policy-dialog.css";

interface StartDialogProps {
  readonly solution: Solution;
  readonly versions: readonly Version[];
  readonly live: ReleaseFields;
  readonly running: readonly Rollout[];
  /** Whether the release policy requires an approved request, of a split and a ramp. */
  readonly needsRequest: boolean;
  readonly onClose: () => void;
}

const armKinds: readonly RolloutKind[] = ["split", "ramp"];

/** Chooses what a rollout does, with which version, for which calls, and what must hold meanwhile. */
export function StartDialog({ solution, versions, live, running, needsRequest, onClose }: StartDialogProps) {
  const navigate = useNavigate();
  const messages = useMessages();
  const liveVersion = versions.find(({ _embedded }) => _embedded.webSafeString === live.versionWss);
  const others = versions.map(({ _embedded }) => _embedded).filter(({ webSafeString }) => webSafeString !== live.versionWss);
  const barred = running.flatMap(({ _embedded: { kind } }) => (kind === "shadow" ? [kind] : armKinds));
  const [kind, setKind] = useState<RolloutKind>(barred.includes("split") ? "shadow" : "split");
  const [versionWss, setVersion] = useState(others[0]?.webSafeString ?? "");
  const [shares, setShares] = useState({ shadow: 100, split: 10 });
  const [field, setField] = useState("");
  const [editedSteps, setSteps] = useState<readonly RampStep[]>();
  const [editedGuards, setGuards] = useState<readonly RolloutGuard[]>();
  const [known, setKnown] = useState<KnownDraft | null>(null);
  const [reason, setReason] = useState("");
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());

  const fields = useInputFields(liveVersion);
  const perDay = useDayVolume(liveVersion);
  const defaults = useMemo(() => defaultRamp(perDay ?? 0), [perDay]);
  const steps = editedSteps ?? defaults.steps;
  const guards = editedGuards ?? defaults.guards;
  const knownOutcome = known === null ? null : knownOutcomeOf(known);
  const isRising = steps.every(({ share }, index) => index === 0 || share > (steps[index - 1]?.share ?? 0));
  const hasArms = kind !== "shadow";
  const isComplete = versionWss !== "" && (kind !== "ramp" || isRising) && (!hasArms || knownOutcome !== undefined);

  const start = useAction("solution.rollouts.create", solution, {
    changes: rolloutChanges,
    onSuccess: ({ _embedded: { webSafeString } }) => navigate({ to: "/admin/rollouts/$webSafeString", params: { webSafeString } }),
    onError: (error) => {
      const found = refusalsIn(asProblem(error));
      setRefusals(found);
      if (found.size === 0) tellProblem(messages, error);
    },
  });
  const submit = () => {
    if (!isComplete || knownOutcome === undefined) return;
    setRefusals(new Map());
    const common = { kind, versionWss, reason: reason.trim() };
    const arms = { field: field === "" ? null : field, guards: [...guards], knownOutcome };
    start.mutate({
      body:
        kind === "shadow"
          ? { ...common, share: shares.shadow }
          : kind === "split"
            ? { ...common, ...arms, share: shares.split }
            : { ...common, ...arms, steps: [...steps] },
    });
  };
  const refusalOf = (name: string) => refusals.get(name);
  return (
    <FormDialog
      onClose={onClose}
      title={`Start a rollout of ${solution._embedded.name}`}
      subtitle={`Another version decides beside ${live.versionName}, which stays live.`}
      width={680}
      hint={hasArms && needsRequest ? "By the release policy, this version needs an approved release request first." : undefined}
      onSubmit={submit}
      submitLabel={`Start ${kind}`}
      canSubmit={isComplete && !start.isPending}
      formClass="release-form"
    >
      <KindChoice value={kind} running={barred} onChange={setKind} />
      {others.length === 0 ? (
        <p>There is no other version. Create one from the solution first.</p>
      ) : (
        <TextField
          select
          label="Version"
          value={versionWss}
          error={refusals.has("versionWss")}
          helperText={refusalOf("versionWss")}
          onChange={(event) => setVersion(event.target.value)}
        >
          {others.map(({ webSafeString, versionName }) => (
            <MenuItem key={webSafeString} value={webSafeString}>
              {versionName}
            </MenuItem>
          ))}
        </TextField>
      )}
      {kind !== "ramp" && (
        <NumberField
          key={kind}
          label="Share of the calls, %"
          value={shares[kind]}
          min={0.01}
          max={100}
          whole={false}
          helper={hasArms ? "The live version answers the others." : "Less than 100 saves processor time of the runtimes."}
          refusal={refusalOf("share")}
          onChange={(share) => setShares({ ...shares, [kind]: Math.round(share * 100) / 100 })}
        />
      )}
      {hasArms && (
        <TextField
          select
          label="Divided by"
          value={field}
          error={refusals.has("field")}
          helperText={
            refusalOf("field") ??
            (field === "" ? "The same caller may reach either version." : "Calls with the same value always reach the same version.")
          }
          onChange={(event) => setField(event.target.value)}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">Each call at random</MenuItem>
          {fields.map((name) => (
            <MenuItem key={name} value={name}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      )}
      {kind === "ramp" && (
        <StepFields
          steps={steps}
          onChange={setSteps}
          helper={volumeText(perDay)}
          refusal={isRising ? refusalOf("steps") : "Each step needs a larger share than the one before."}
        />
      )}
      {hasArms && (
        <>
          <GuardFields guards={guards} defaults={defaults.guards} onChange={setGuards} refusal={refusalOf("guards")} />
          <KnownOutcomeFields known={known} onChange={setKnown} refusalOf={refusalOf} />
        </>
      )}
      <TextArea
        label="Reason"
        value={reason}
        error={refusals.has("reason")}
        helperText={refusalOf("reason") ?? "Shown with the rollout and in the audit."}
        onChange={setReason}
      />
    </FormDialog>
  );
}

/** Names of the input fields of a version; none until they are loaded. */
function useInputFields(version: Version | undefined): readonly string[] {
  const { data } = useFrozenDefinition(version);
  return useMemo(() => (data === undefined ? [] : definitionIn(data).applicationDatasetFields.map(({ name }) => name)), [data]);
}

/** What the proposed steps were chosen by. */
function volumeText(perDay: number | undefined): string {
  return perDay === undefined || perDay === 0
    ? "Proposed for a small volume: long steps and wide guards."
    : `Proposed for ${counted(perDay, "decision")} in the last day.`;
}

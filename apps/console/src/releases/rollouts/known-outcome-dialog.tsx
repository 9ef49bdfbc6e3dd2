import { useState } from "react";
import { asProblem } from "../../api/api-problem.ts";
import { tellProblem } from "../../api/tell-problem.ts";
import { useAction } from "../../api/use-action.ts";
import { useChosenDatasource } from "../../parts/field-mapping/use-chosen-datasource.ts";
import { FormDialog } from "../../ui/dialogs/form-dialog.tsx";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { KnownOutcomeFields, knownOutcomeOf, type KnownDraft } from "./known-outcome-fields.tsx";
import { refusalsIn } from "./refusals.ts";
import { rolloutChanges, type Rollout } from "./use-rollout.ts";
import "../policy-dialog.css";

interface KnownOutcomeDialogProps {
  readonly rollout: Rollout;
  readonly onClose: () => void;
}

/** Sets the datasource with the known outcomes of decisions, also after a rollout ended: outcomes are often known months later. */
export function KnownOutcomeDialog({ rollout, onClose }: KnownOutcomeDialogProps) {
  const messages = useMessages();
  const { knownOutcome: stored, kind } = rollout._embedded;
  const name = useChosenDatasource(stored?.datasourceWss).fields?.name ?? "";
  const [edited, setEdited] = useState<KnownDraft | null>();
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  const known = edited === undefined ? stored && { ...stored, datasource: { value: stored.datasourceWss, label: name } } : edited;
  const knownOutcome = known === null ? null : knownOutcomeOf(known);
  const save = useAction("rollout.knownOutcome", rollout, {
    changes: rolloutChanges,
    onSuccess: () => {
      messages.success(knownOutcome === null ? "The versions are no longer compared by a known outcome." : "Known outcome saved");
      onClose();
    },
    onError: (error) => {
      const found = refusalsIn(asProblem(error));
      setRefusals(found);
      if (found.size === 0) tellProblem(messages, error);
    },
  });
  const submit = () => {
    if (knownOutcome === undefined) return;
    setRefusals(new Map());
    save.mutate({ body: { knownOutcome } });
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Known outcome"
      subtitle={`The results of the ${kind} are computed from this datasource, also for decisions that were made before.`}
      width={680}
      onSubmit={submit}
      submitLabel="Save"
      canSubmit={edited !== undefined && knownOutcome !== undefined && !save.isPending}
      formClass="release-form"
    >
      <KnownOutcomeFields known={known} onChange={setEdited} refusalOf={(field) => refusals.get(field)} />
    </FormDialog>
  );
}

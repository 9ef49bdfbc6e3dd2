import Button from "@mui/material/Button";
import Tooltip from "@mui/material/Tooltip";
import { useState } from "react";
import { holds } from "../../api/session/permissions.ts";
import { useProfile } from "../../api/session/use-session.ts";
import { ActionButton } from "./action-button.tsx";
import { buttonStates, showsScheduler } from "../training/button-states.ts";
import { whyNotTrain } from "../mapping/mapping.ts";
import { SchedulerActions } from "../scheduler/scheduler-actions.tsx";
import type { Draft } from "./use-draft.ts";
import type { Prediction } from "./use-prediction.ts";
import { isUnderWay, type Training } from "../training/use-training.ts";

interface EditorActionsProps {
  readonly prediction: Prediction;
  readonly draft: Draft;
  readonly training: Training;
  readonly onTrained: () => void;
}

/** Hidden without the permission; with it they keep their place, and say why they cannot be pressed. */
export function EditorActions({ prediction, draft, training, onTrained }: EditorActionsProps) {
  const profile = useProfile();
  const mayUpdate = holds(profile, "prediction.read") && holds(profile, "prediction.update");
  const mayTrain = mayUpdate && holds(profile, "prediction.train");
  return (
    <>
      {!showsScheduler(draft.fields.type) ? (
        <TrainingActions prediction={prediction} draft={draft} training={training} onTrained={onTrained} />
      ) : (
        mayTrain && <SchedulerActions prediction={prediction} draft={draft} training={training} onStarted={onTrained} />
      )}
      {mayUpdate && (
        <Tooltip title={draft.isDirty ? "" : "Nothing has changed"}>
          <span>
            <Button variant="contained" disabled={!draft.isDirty || draft.isSaving} onClick={() => void draft.save()}>
              Save
            </Button>
          </span>
        </Tooltip>
      )}
    </>
  );
}

function TrainingActions({ prediction, draft, training, onTrained }: EditorActionsProps) {
  const profile = useProfile();
  const [busy, setBusy] = useState<string>();
  // A job that was just begun is known before the configuration is read again.
  const status = isUnderWay(training.job?.status) ? "training" : prediction._embedded.status;
  const states = buttonStates(status);
  const mayUpdate = holds(profile, "prediction.read") && holds(profile, "prediction.update");
  const run = (name: string, work: () => Promise<unknown>) => async () => {
    setBusy(name);
    await work().finally(() => setBusy(undefined));
  };
  const whyNot = whyNotTrain(draft.fields.mapping, draft.fields.trainingDatasource);
  const { latestModel, deployedModel } = prediction._embedded;
  const isDeployed = latestModel !== null && latestModel === deployedModel;
  return (
    <>
      {mayUpdate && holds(profile, "prediction.train") && (
        <>
          <ActionButton
            icon="play"
            text="Train"
            why={states.train ?? whyNot ?? (busy === "train" ? "Starting" : undefined)}
            run={run("train", async () => {
              if (draft.refused.focus()) return;
              const begun = await training.train(draft.order);
              if (begun === undefined) return;
              draft.take(begun);
              onTrained();
            })}
          />
          <ActionButton
            icon="stop"
            text="Cancel training"
            why={states.cancelTraining ?? (busy === "cancel" ? "Cancelling" : undefined)}
            run={run("cancel", training.cancel)}
          />
        </>
      )}
      {mayUpdate && holds(profile, "prediction.deploy") && (
        <ActionButton
          icon="rocket"
          text="Deploy"
          why={states.deploy ?? (isDeployed ? `Model ${latestModel} is deployed` : busy === "deploy" ? "Deploying" : undefined)}
          run={run("deploy", () => training.deploy(latestModel ?? undefined))}
        />
      )}
    </>
  );
}

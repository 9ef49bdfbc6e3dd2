import { useState } from "react";
import { holds } from "../../api/session/permissions.ts";
import { useProfile } from "../../api/session/use-session.ts";
import { ActionButton } from "../editor/action-button.tsx";
import { whyNotStart } from "../analytics/analytics.ts";
import { buttonStates } from "../training/button-states.ts";
import type { Draft } from "../editor/use-draft.ts";
import type { Prediction } from "../editor/use-prediction.ts";
import type { Training } from "../training/use-training.ts";
import { StartSchedulerDialog } from "./start-scheduler-dialog.tsx";
import "./scheduler.css";

interface SchedulerActionsProps {
  readonly prediction: Prediction;
  readonly draft: Draft;
  readonly training: Training;
  readonly onStarted: () => void;
}

/** Start and Stop, in place of Train and Deploy. What is on screen is saved before it is started. */
export function SchedulerActions({ prediction, draft, training, onStarted }: SchedulerActionsProps) {
  const [asking, setAsking] = useState(false);
  const [stopping, setStopping] = useState(false);
  // A run deploys its newest model.
  const mayDeploy = holds(useProfile(), "prediction.deploy");
  const states = buttonStates(prediction._embedded.status);
  const { analytics, eventsDatasource, scheduler, name } = draft.fields;
  const stop = async () => {
    setStopping(true);
    const stopped = await training.stopScheduler().finally(() => setStopping(false));
    // What is on screen and not yet saved stays.
    if (stopped !== undefined && !draft.isDirty) draft.take(stopped);
  };
  return (
    <>
      <ActionButton
        icon="clock"
        text="Start scheduler"
        why={
          states.startScheduler ?? (mayDeploy ? whyNotStart(analytics, eventsDatasource) : "This needs the permission prediction.deploy")
        }
        run={() => {
          if (!draft.refused.focus()) setAsking(true);
        }}
      />
      <ActionButton icon="pause" text="Stop scheduler" why={states.stopScheduler ?? (stopping ? "Stopping" : undefined)} run={stop} />
      {asking && (
        <StartSchedulerDialog
          name={name}
          scheduler={scheduler}
          onClose={() => setAsking(false)}
          start={async (start) => {
            if (draft.isDirty && !(await draft.save())) return;
            const started = await training.startScheduler(scheduler, start);
            if (started === undefined) return;
            draft.take(started);
            onStarted();
          }}
        />
      )}
    </>
  );
}

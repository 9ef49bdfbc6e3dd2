import { useState } from "react";
import { ActionButton } from "../action-button.tsx";
import { whyNotStart } from "../analytics/analytics.ts";
import { buttonStates } from "../button-states.ts";
import type { Draft } from "../use-draft.ts";
import type { Prediction } from "../use-prediction.ts";
import type { Training } from "../use-training.ts";
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
        why={states.startScheduler ?? whyNotStart(analytics, eventsDatasource)}
        run={() => setAsking(true)}
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

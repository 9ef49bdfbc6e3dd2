import Button from "@mui/material/Button";
import { useState } from "react";
import { ButtonSpinner } from "../../ui/button-spinner.tsx";
import { linkFor } from "../../api/session/permissions.ts";
import type { Version } from "../../parts/versions/resources.ts";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { useSolutionActions } from "../use-solutions.ts";
import { LastHour } from "./last-hour.tsx";
import { StopDialog } from "./stop-dialog.tsx";

/**
 * A serving version offers Stop, any other Start serving; the button waits until every runtime has confirmed. Stop asks first, because
 * callers notice, and offers Undo after it.
 */
export function ServeButton({ version }: { readonly version: Version }) {
  const { serve, stop } = useSolutionActions();
  const [waiting, setWaiting] = useState(false);
  const [stopping, setStopping] = useState<Version>();
  const { versionName, solutionName, deploymentStatus, isLive } = version._embedded;
  const serving = deploymentStatus === "serving";
  const mayPress = linkFor(version, serving ? "stop" : "deploy", "PUT") !== undefined;
  const run = async (work: Promise<unknown>) => {
    setWaiting(true);
    await work;
    setWaiting(false);
  };
  const confirm = () => {
    if (stopping) void run(stop(stopping));
    setStopping(undefined);
  };
  const icon = waiting ? <ButtonSpinner size={12} /> : <Icon name={serving ? "pause" : "play"} size={14} />;
  return (
    <>
      {mayPress && (
        <Button
          variant="outlined"
          size="small"
          className="v-serve"
          startIcon={icon}
          disabled={waiting}
          onClick={() => (serving ? setStopping(version) : void run(serve(version)))}
        >
          {serving ? "Stop" : "Start serving"}
        </Button>
      )}
      {stopping !== undefined && isLive && <StopDialog version={stopping} onCancel={() => setStopping(undefined)} onConfirm={confirm} />}
      <ConfirmDialog
        open={stopping !== undefined && !isLive}
        title={`Stop ${versionName}?`}
        verb="Stop"
        onCancel={() => setStopping(undefined)}
        onConfirm={confirm}
      >
        <p>
          {versionName} of {solutionName} is serving. If you stop it, calls to it fail until it is started again.
        </p>
        {stopping && <LastHour version={stopping} />}
      </ConfirmDialog>
    </>
  );
}

import Button from "@mui/material/Button";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { holds, linkFor } from "../../api/session/permissions.ts";
import { useProfile } from "../../api/session/use-session.ts";
import type { RowAction } from "../../parts/list-page/column.ts";
import type { Version } from "../../parts/versions/resources.ts";
import { ButtonSpinner } from "../../ui/button-spinner.tsx";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { useSolutionActions } from "../use-solutions.ts";
import { LastHour } from "./last-hour.tsx";
import { StopDialog } from "./stop-dialog.tsx";

interface Serving {
  /** The action of the button; undefined when the user may do none. */
  readonly main: RowAction | undefined;
  /** For the menu. */
  readonly others: readonly RowAction[];
  readonly isWaiting: boolean;
  readonly stopping: Version | undefined;
  readonly confirm: () => void;
  readonly cancel: () => void;
}

/**
 * Release, Stop and Start serving of a version. Stop is the button of a version that answers callers, Release of any other, and Start serving where
 * the user may not release. Start and Stop wait until every runtime has confirmed. Stop requires a confirmation, because callers notice, and offers
 * Undo afterwards.
 */
export function useServing(version: Version, needsRequest: boolean, isTried: boolean): Serving {
  const navigate = useNavigate();
  const { serve, stop } = useSolutionActions();
  const [isWaiting, setWaiting] = useState(false);
  const [stopping, setStopping] = useState<Version>();
  const mayRelease = holds(useProfile(), needsRequest ? "solution.update" : "solution.release");
  const { webSafeString, entityWss, deploymentStatus, deploymentMessage, isLive } = version._embedded;
  const isServing = deploymentStatus === "serving";
  const run = async (work: Promise<unknown>) => {
    setWaiting(true);
    await work;
    setWaiting(false);
  };
  const release: RowAction = {
    icon: "rocket",
    label: "Release...",
    ...(deploymentStatus === "error" ? { disabled: deploymentMessage === "" ? "It cannot be served." : deploymentMessage } : {}),
    run: () =>
      void navigate({
        to: "/admin/solutions/$webSafeString/releases",
        params: { webSafeString: entityWss },
        search: { version: webSafeString },
      }),
  };
  const offered: readonly RowAction[] = [
    ...(isServing && linkFor(version, "stop", "PUT") !== undefined
      ? [{ icon: "pause" as const, label: "Stop...", run: () => setStopping(version) }]
      : []),
    ...(mayRelease && !isLive ? [release] : []),
    ...(!isServing && linkFor(version, "deploy", "PUT") !== undefined
      ? [{ icon: "play" as const, label: "Start serving", note: "own address", run: () => void run(serve(version)) }]
      : []),
  ];
  // The version of a rollout serves so that it can be released.
  const main = offered.find(({ icon }) => !isTried || icon !== "pause") ?? offered[0];
  return {
    main,
    others: offered.filter((action) => action !== main),
    isWaiting,
    stopping,
    confirm: () => {
      if (stopping) void run(stop(stopping));
      setStopping(undefined);
    },
    cancel: () => setStopping(undefined),
  };
}

/** The main action of a version, and the question before it is stopped. */
export function ServeButton({ version, serving }: { readonly version: Version; readonly serving: Serving }) {
  const { main, isWaiting, stopping, confirm, cancel } = serving;
  const { versionName, solutionName, isLive } = version._embedded;
  return (
    <>
      {main !== undefined && (
        <Button
          variant="outlined"
          size="small"
          className="v-serve"
          startIcon={isWaiting ? <ButtonSpinner size={12} /> : <Icon name={main.icon} size={14} />}
          disabled={isWaiting || main.disabled !== undefined}
          title={main.disabled}
          onClick={main.run}
        >
          {main.label}
        </Button>
      )}
      {stopping !== undefined && isLive && <StopDialog version={stopping} onCancel={cancel} onConfirm={confirm} />}
      <ConfirmDialog
        open={stopping !== undefined && !isLive}
        title={`Stop ${versionName}?`}
        verb="Stop"
        onCancel={cancel}
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

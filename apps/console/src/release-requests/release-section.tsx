import Button from "@mui/material/Button";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useAction } from "../api/use-action.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { Icon } from "../ui/icons/icon.tsx";
import { useMessages } from "../ui/messages/use-messages.ts";
import { BypassDialog } from "./bypass-dialog.tsx";
import { ReplaceDialog } from "./replace-dialog.tsx";
import { ScheduleDialog } from "./schedule-dialog.tsx";
import { requestChanges, type ReleaseRequest } from "./use-release-request.ts";

type Open = "schedule" | "replace" | "withdraw" | "bypass";

/** What ends or changes the request besides a verdict; of a closed one, where its release is. */
export function ReleaseSection({ request }: { readonly request: ReleaseRequest }) {
  const { status, solutionWss, solutionName, versionWss, versionName, blockedBy, policy, approvals } = request._embedded;
  const messages = useMessages();
  const [open, setOpen] = useState<Open>();
  const release = useAction("releaseRequest.release", request, {
    changes: requestChanges,
    onSuccess: () => messages.success(`${versionName} is live on every runtime.`),
  });
  const withdraw = useAction("releaseRequest.withdraw", request, {
    changes: requestChanges,
    onSuccess: () => messages.success("Release request withdrawn"),
  });
  const replace = useAction("releaseRequest.replace", request);
  const bypass = useAction("releaseRequest.bypass", request);
  if (status !== "open") {
    return (
      <p className="helper">
        This request is closed.{" "}
        <Link to="/admin/solutions/$webSafeString/releases" params={{ webSafeString: solutionWss }}>
          Releases of {solutionName}
        </Link>
      </p>
    );
  }
  const isBlocked = blockedBy.length > 0;
  const close = () => setOpen(undefined);
  return (
    <>
      {release.isOffered && (
        <section className="rr-release" aria-label="Release">
          {isBlocked ? (
            <>
              <p className="helper">Before it can be released:</p>
              <ul className="helper">
                {blockedBy.map((why) => (
                  <li key={why}>{why}</li>
                ))}
              </ul>
            </>
          ) : (
            <p className="helper">Nothing blocks the release.</p>
          )}
          <div className="button-row rr-buttons">
            <Button variant="outlined" color="inherit" disabled={isBlocked || release.isPending} onClick={() => setOpen("schedule")}>
              Schedule...
            </Button>
            <Button
              variant={approvals >= policy.approvals ? "contained" : "outlined"}
              startIcon={<Icon name="rocket" size={16} />}
              disabled={isBlocked || release.isPending}
              onClick={() => release.mutate({ body: { versionWss } })}
            >
              Release now
            </Button>
          </div>
        </section>
      )}
      <div className="rr-others">
        {replace.isOffered && (
          <Button size="small" color="inherit" onClick={() => setOpen("replace")}>
            Replace version...
          </Button>
        )}
        {withdraw.isOffered && (
          <Button size="small" color="inherit" disabled={withdraw.isPending} onClick={() => setOpen("withdraw")}>
            Withdraw...
          </Button>
        )}
        {bypass.isOffered && (
          <Button
            size="small"
            variant="outlined"
            className="rr-bypass"
            startIcon={<Icon name="warning" size={14} />}
            onClick={() => setOpen("bypass")}
          >
            Bypass...
          </Button>
        )}
      </div>
      {open === "schedule" && <ScheduleDialog request={request} onClose={close} />}
      {open === "replace" && <ReplaceDialog request={request} onClose={close} />}
      {open === "bypass" && <BypassDialog request={request} onClose={close} />}
      <ConfirmDialog
        open={open === "withdraw"}
        title="Withdraw release request?"
        verb="Withdraw"
        onCancel={close}
        onConfirm={() => {
          close();
          withdraw.mutate();
        }}
      >
        <p>
          The request to release {versionName} of {solutionName} is closed. Its comments stay readable, and a new request starts without
          approvals.
        </p>
      </ConfirmDialog>
    </>
  );
}

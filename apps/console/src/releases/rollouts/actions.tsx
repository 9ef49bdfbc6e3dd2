import Button from "@mui/material/Button";
import { lazy, Suspense, useState } from "react";
import { linkFor } from "../../api/session/permissions.ts";
import { ChangeShareDialog, FinishDialog } from "./rollout-dialogs.tsx";
import { endTexts } from "./rollout-words.ts";
import type { Rollout } from "./use-rollout.ts";

// Loaded when it is opened: it reads datasources.
const KnownOutcomeDialog = lazy(async () => ({ default: (await import("./known-outcome-dialog.tsx")).KnownOutcomeDialog }));

/** What can be done with a rollout; of one that is over, its known outcome is set. Nothing for users who may not release. */
export function RolloutActions({ rollout }: { readonly rollout: Rollout }) {
  const [open, setOpen] = useState<"share" | "end" | "promote" | "known">();
  const close = () => setOpen(undefined);
  const may = (rel: string) => linkFor(rollout, rel, "PUT") !== undefined;
  const { kind } = rollout._embedded;
  return (
    <div className="button-row rollout-actions">
      {may("knownOutcome") && (
        <Button color="inherit" onClick={() => setOpen("known")}>
          Known outcome...
        </Button>
      )}
      {may("end") && (
        <Button color="inherit" onClick={() => setOpen("end")}>
          {endTexts[kind].button}
        </Button>
      )}
      {may("share") && (
        <Button variant="outlined" onClick={() => setOpen("share")}>
          Change share...
        </Button>
      )}
      {may("promote") && (
        <Button variant="contained" onClick={() => setOpen("promote")}>
          {kind === "shadow" ? "Release version..." : "Promote challenger..."}
        </Button>
      )}
      {open === "known" && (
        <Suspense>
          <KnownOutcomeDialog rollout={rollout} onClose={close} />
        </Suspense>
      )}
      {open === "share" && <ChangeShareDialog rollout={rollout} onClose={close} />}
      {(open === "end" || open === "promote") && <FinishDialog rollout={rollout} how={open} onClose={close} />}
    </div>
  );
}

import Button from "@mui/material/Button";
import { useState } from "react";
import { Icon } from "../look/icon.tsx";
import { linkFor } from "../session/permissions.ts";
import { CreateVersionDialog } from "../solutions/create-version-dialog.tsx";
import { openSolution } from "../solutions/open-solution.ts";
import { useSolutionActions, type Solution } from "../solutions/use-solutions.ts";

/** What becomes of a draft that was looked at: it is drawn on, or frozen. */
export function DraftActions({ solution }: { readonly solution: Solution }) {
  const [isCreating, setCreating] = useState(false);
  const { createVersion } = useSolutionActions();
  const close = () => setCreating(false);
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<Icon name="external" size={16} />}
        onClick={() => openSolution(solution._embedded.webSafeString)}
      >
        Open draft
      </Button>
      {linkFor(solution, "versions", "POST") !== undefined && (
        <Button variant="outlined" color="inherit" startIcon={<Icon name="version" size={16} />} onClick={() => setCreating(true)}>
          Create version
        </Button>
      )}
      {isCreating && (
        <CreateVersionDialog solution={solution} create={(body) => createVersion(solution, body)} onCreated={close} onClose={close} />
      )}
    </>
  );
}

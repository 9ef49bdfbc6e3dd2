import Button from "@mui/material/Button";
import { useState } from "react";
import { Icon } from "../ui/icons/icon.tsx";
import { linkFor } from "../api/session/permissions.ts";
import { CreateVersionDialog } from "../parts/versions/create-version-dialog.tsx";
import { openSolution } from "../parts/links/open-solution.ts";
import type { Solution } from "../parts/versions/resources.ts";
import { useCreateVersion } from "../parts/versions/use-create-version.ts";

/** The actions on a compared draft: edit it, or create a version of it. */
export function DraftActions({ solution }: { readonly solution: Solution }) {
  const [isCreating, setCreating] = useState(false);
  const createVersion = useCreateVersion();
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

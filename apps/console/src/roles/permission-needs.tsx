import type { Permission } from "@airlock/contract";
import Button from "@mui/material/Button";
import { Icon } from "../ui/icons/icon.tsx";
import type { MissingNeeds } from "./permission-choice.ts";

interface PermissionNeedsProps {
  /** Ticked by the last tick, because what was ticked needs them. */
  readonly tickedBesides: readonly Permission[];
  readonly needs: MissingNeeds | undefined;
  readonly mayGive: (permission: Permission) => boolean;
  readonly onAdd: (names: readonly Permission[]) => void;
}

const shownSentences = 3;

/** Shows the permissions that were ticked automatically, and which of the ticked ones would not work. */
export function PermissionNeeds({ tickedBesides, needs, mayGive, onAdd }: PermissionNeedsProps) {
  const free = needs?.missing.filter(mayGive) ?? [];
  const hidden = (needs?.sentences.length ?? 0) - shownSentences;
  return (
    <>
      <output className="size-13 perms-besides">
        {tickedBesides.length > 0 && (
          <>
            Also ticked, because it is needed: <b>{tickedBesides.join(", ")}</b>
          </>
        )}
      </output>
      {needs && (
        <div className="row gap-10 notice warning perms-meanwhile" role="alert">
          <Icon name="warning" size={18} />
          <span className="grow">
            {needs.sentences.slice(0, shownSentences).join(" ")}
            {hidden > 0 && ` ${hidden} more need something that is not ticked.`}
          </span>
          {free.length > 0 && (
            <Button size="small" onClick={() => onAdd(free)}>
              {free.length === 1 ? `Add ${free[0]}` : `Add ${free.length} permissions`}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

import type { Permission } from "@airlock/contract";
import { PROTECTED_CODE } from "@airlock/contract/permissions";
import Button from "@mui/material/Button";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useState } from "react";
import { ApiProblem } from "../api/api-problem.ts";
import { DialogFrame } from "../ui/dialogs/dialog-frame.tsx";
import { FilterField } from "../ui/filter-field.tsx";
import { Icon } from "../ui/icons/icon.tsx";
import { tellProblem } from "../api/tell-problem.ts";
import { useMessages } from "../ui/messages/use-messages.ts";
import { linkFor } from "../api/session/permissions.ts";
import { useClient, useProfile } from "../api/session/use-session.ts";
import { choiceText, chosen, isOn, missingNeeds, noChoice, rebased, tickWithNeeds, withChoice } from "./permission-choice.ts";
import { PermissionNeeds } from "./permission-needs.tsx";
import type { PermissionBoxes } from "./permission-box.tsx";
import { permissionMatrix, searchMatrix } from "./permission-matrix.ts";
import { PermissionList, PermissionTable } from "./permission-table.tsx";
import { useCatalogue, useRoleActions } from "./use-roles.ts";
import type { Role } from "./use-roles.ts";
import "./permissions-dialog.css";

interface PermissionsDialogProps {
  readonly role: Role;
  readonly onClose: () => void;
}

/**
 * The permissions of a role. Users can only tick permissions that they have themselves. Changes that someone else saved meanwhile are loaded, and the
 * unsaved changes are applied on top.
 */
export function PermissionsDialog({ role: listed, onClose }: PermissionsDialogProps) {
  const client = useClient();
  const messages = useMessages();
  const profile = useProfile();
  const narrow = useMediaQuery("(max-width: 699.95px)", { noSsr: true });
  const catalogue = useCatalogue();
  const { doing } = useRoleActions();
  const [role, setRole] = useState(listed);
  const [choice, setChoice] = useState(noChoice);
  const [search, setSearch] = useState("");
  const [saving, setSaving] = useState(false);
  const [changedMeanwhile, setChangedMeanwhile] = useState(false);
  const [tickedBesides, setTickedBesides] = useState<readonly Permission[]>([]);
  const { name, code, permissions: stored, webSafeString } = role._embedded;
  // The allowed actions come from the listed row, which follows the user's permissions; the ticks start from the role as it was opened.
  const href = linkFor(listed, "self", "PUT");
  const held = new Set<string>(profile._embedded.permissions);
  const mayGive = (permission: Permission) => held.has(permission) || stored.includes(permission);
  const toggle = (names: readonly Permission[], on: boolean) => {
    const { choice: next, also } = on
      ? tickWithNeeds(stored, choice, names, mayGive)
      : { choice: withChoice(stored, choice, names, false), also: [] };
    setChoice(next);
    setTickedBesides(also);
  };
  const boxes: PermissionBoxes = {
    isOn: (entry) => isOn(stored, choice, entry.name),
    isChanged: (entry) => choice.added.has(entry.name) || choice.removed.has(entry.name),
    barred: (entry) => (mayGive(entry.name) ? undefined : "You do not hold this permission, so you cannot give it."),
    onToggle:
      href === undefined
        ? undefined
        : (entries, on) =>
            toggle(
              entries.map((entry) => entry.name),
              on,
            ),
  };
  const matrix = permissionMatrix(catalogue);
  const found = search.trim() === "" ? matrix : searchMatrix(matrix, search);
  const isChanged = choice.added.size + choice.removed.size > 0;
  const ownRole = profile._embedded.roles.some((one) => one.webSafeString === webSafeString);

  const save = async () => {
    if (href === undefined) return;
    setSaving(true);
    await doing(async () => {
      try {
        await client.put("role.update", href, { body: { permissions: chosen(stored, choice), revision: role._embedded.revision } });
        messages.success(`Permissions of ${name} saved`);
        onClose();
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.code !== "EDIT_CONFLICT") throw error;
        const get = linkFor(listed, "self", "GET");
        if (get === undefined) throw error;
        const now = await client.get("role.read", get);
        setRole(now);
        setChoice(rebased(now._embedded.permissions, choice));
        setChangedMeanwhile(true);
      }
    }).catch((error: unknown) => tellProblem(messages, error));
    setSaving(false);
  };
  const actions =
    href === undefined ? (
      <Button color="inherit" onClick={onClose}>
        Close
      </Button>
    ) : (
      <>
        <Button color="inherit" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="contained" disabled={!isChanged || saving} onClick={() => void save()}>
          Save
        </Button>
      </>
    );
  return (
    <DialogFrame
      open
      onClose={onClose}
      width={880}
      title={`Permissions of ${name}`}
      subtitle={subtitle(code, href !== undefined)}
      hint={
        <>
          {choiceText(choice)}
          {ownRole && choice.removed.size > 0 && " You hold this role yourself."}
        </>
      }
      actions={actions}
    >
      {changedMeanwhile && (
        <p className="row gap-10 notice warning perms-meanwhile" role="alert">
          <Icon name="warning" size={18} />
          <span>
            <b>Changed meanwhile:</b> someone else saved this role. It is shown as it is now, with your changes on top; save again to keep
            them.
          </span>
        </p>
      )}
      <FilterField className="perms-search" label="Filter permissions" value={search} onChange={setSearch} />
      {href !== undefined && (
        <PermissionNeeds
          tickedBesides={tickedBesides}
          needs={missingNeeds(chosen(stored, choice))}
          mayGive={mayGive}
          onAdd={(names) => toggle(names, true)}
        />
      )}
      {found.length === 0 ? (
        <p className="helper">No permission matches "{search.trim()}".</p>
      ) : narrow || search.trim() !== "" ? (
        <PermissionList key={search.trim() === "" ? "all" : "found"} groups={found} boxes={boxes} startsOpen={search.trim() !== ""} />
      ) : (
        <PermissionTable groups={found} boxes={boxes} />
      )}
    </DialogFrame>
  );
}

function subtitle(code: string, mayChange: boolean): string {
  if (code === PROTECTED_CODE) return "The administrator role holds every permission, those of later releases too. It cannot be changed.";
  if (!mayChange) return "What users with this role may do. Changing it needs the permission allRoles.update.";
  return "What users with this role may do. A menu item is shown only to those who may list it.";
}

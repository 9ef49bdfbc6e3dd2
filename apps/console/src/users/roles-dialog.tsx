import Checkbox from "@mui/material/Checkbox";
import Skeleton from "@mui/material/Skeleton";
import { useId, useState } from "react";
import { asProblem } from "../api/api-problem.ts";
import { call } from "../api/call.ts";
import { FaultPanel } from "../parts/fault/fault-panel.tsx";
import { DialogFrame } from "../ui/dialogs/dialog-frame.tsx";
import { SaveButtons } from "../ui/dialogs/save-buttons.tsx";
import { FilterField } from "../ui/filter-field.tsx";
import { useMessages } from "../ui/messages/use-messages.ts";
import { useClient, useProfile } from "../api/session/use-session.ts";
import { mayExecute, noExecuteText } from "./may-execute.ts";
import { changesText, failedText, roleChanges } from "./role-changes.ts";
import type { RoleChange, RoleChoice } from "./role-changes.ts";
import { useRoleChoices } from "./use-role-choices.ts";
import { isSystemAccount, nameOf, useUserActions } from "./use-users.ts";
import type { User } from "./use-users.ts";

/** From this number of roles on, a search field is shown. */
const manyRoles = 9;

interface RolesDialogProps {
  readonly user: User;
  readonly onClose: () => void;
}

/** Every change is a separate call. Refused changes stay marked, with the reason; the others are saved. */
export function RolesDialog({ user: opened, onClose }: RolesDialogProps) {
  const client = useClient();
  const messages = useMessages();
  const { refresh } = useUserActions();
  const [user, setUser] = useState(opened);
  const held = new Set(user._embedded.roles.map((role) => role.webSafeString));
  const [wanted, setWanted] = useState<ReadonlySet<string>>(held);
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  /** Which changes of the last save succeeded and which failed. */
  const [outcome, setOutcome] = useState<string>();
  const [saving, setSaving] = useState(false);
  const { choices, fromOrganisation, error, retry } = useRoleChoices(opened);
  const changes = roleChanges(choices ?? [], held, wanted);
  const roleLink = user._links["role"];
  // The api offers no removal for a user who holds more than the caller.
  const fixed = roleLink?.allow.includes("DELETE") === true ? new Set<string>() : held;

  const toggle = (id: string) => {
    setOutcome(undefined);
    setWanted(new Set(wanted.has(id) ? [...wanted].filter((one) => one !== id) : [...wanted, id]));
  };
  const save = async () => {
    setSaving(true);
    const refused = new Map<string, string>();
    for (const { role, kind } of changes) {
      try {
        setUser(await call(client, kind === "add" ? "user.role.add" : "user.role.remove", user, { values: { roleId: role.id } }));
      } catch (problem) {
        const { status, message, description } = asProblem(problem);
        // The session reports these. What was not sent stays marked.
        if (status === 401 || status === 403) {
          void refresh();
          setSaving(false);
          return;
        }
        refused.set(role.id, `${message}: ${description}`);
      }
    }
    void refresh();
    setSaving(false);
    setRefusals(refused);
    const done = changes.filter(({ role }) => !refused.has(role.id));
    if (refused.size === 0) {
      messages.success(`Roles of ${nameOf(user)}: ${changesText(done)}`);
      onClose();
      return;
    }
    const failed = failedText(changes.filter(({ role }) => refused.has(role.id)));
    setOutcome(done.length === 0 ? `${failed}.` : `${changesText(done)}; ${failed}.`);
  };
  return (
    <DialogFrame
      open
      onClose={onClose}
      width={480}
      title={`Roles of ${nameOf(user)}`}
      subtitle={
        fromOrganisation
          ? `A user may do what any of their roles allows. These are the roles of ${user._embedded.organisationName}; each organisation has its own.`
          : "A user may do what any of their roles allows. You see only the roles that this user holds: listing all of them needs the permission allRoles.list."
      }
      hint={
        outcome === undefined ? (
          changesText(changes)
        ) : (
          <span role="alert" className="role-outcome">
            {outcome}
          </span>
        )
      }
      actions={<SaveButtons canSave={changes.length > 0 && !saving} onSave={() => void save()} onClose={onClose} />}
    >
      {isSystemAccount(user) && choices !== undefined && mayExecute(choices, wanted) === false && (
        <output className="notice warning role-note">{noExecuteText}</output>
      )}
      {choices !== undefined ? (
        <RoleList
          choices={choices}
          changes={changes}
          wanted={wanted}
          refusals={refusals}
          fixed={fixed}
          disabled={saving}
          onToggle={toggle}
        />
      ) : error !== null ? (
        <FaultPanel error={error} onRetry={retry} />
      ) : (
        <Skeleton height={220} />
      )}
    </DialogFrame>
  );
}

interface RoleListProps {
  readonly choices: readonly RoleChoice[];
  readonly changes: readonly RoleChange[];
  readonly wanted: ReadonlySet<string>;
  readonly refusals: ReadonlyMap<string, string>;
  /** Those that cannot be removed. */
  readonly fixed: ReadonlySet<string>;
  readonly disabled: boolean;
  readonly onToggle: (id: string) => void;
}

function RoleList({ choices, changes, wanted, refusals, fixed, disabled, onToggle }: RoleListProps) {
  const [searched, setSearched] = useState("");
  const words = searched.trim().toLowerCase();
  const shown = choices.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(words));
  return (
    <>
      {choices.length >= manyRoles && <FilterField className="role-search" label="Filter roles" value={searched} onChange={setSearched} />}
      {choices.length === 0 && <p className="helper">The organisation has no roles yet. Add one under Roles first.</p>}
      {choices.length > 0 && shown.length === 0 && <p className="helper">No role matches "{searched.trim()}".</p>}
      {shown.length > 0 && (
        <ul className="tick-lines role-list" aria-label="Roles">
          {shown.map((role) => (
            <RoleLine
              key={role.id}
              role={role}
              checked={wanted.has(role.id)}
              change={changes.find((change) => change.role.id === role.id)?.kind}
              refusal={refusals.get(role.id)}
              fixed={fixed.has(role.id)}
              disabled={disabled}
              onToggle={() => onToggle(role.id)}
            />
          ))}
        </ul>
      )}
    </>
  );
}

interface RoleLineProps {
  readonly role: RoleChoice;
  readonly checked: boolean;
  readonly change: RoleChange["kind"] | undefined;
  readonly refusal: string | undefined;
  readonly fixed: boolean;
  readonly disabled: boolean;
  readonly onToggle: () => void;
}

function RoleLine({ role, checked, change, refusal, fixed, disabled, onToggle }: RoleLineProps) {
  const { permissions: own } = useProfile()._embedded;
  const textId = useId();
  // Users can only grant permissions that they have themselves.
  const beyond = !checked && change === undefined && (role.permissions?.some((one) => !own.some((held) => held === one)) ?? false);
  const text =
    refusal ??
    (beyond
      ? "It allows more than your own roles do, so you cannot give it."
      : fixed
        ? "This user holds permissions that you do not hold, so you cannot remove it."
        : role.description);
  return (
    <li>
      <label className={beyond ? "is-beyond" : ""}>
        <Checkbox
          checked={checked}
          disabled={disabled || beyond || fixed}
          onChange={onToggle}
          slotProps={{ input: { "aria-label": role.name, "aria-describedby": textId } }}
        />
        <span className="grow">
          <b className="line-name">{role.name}</b>
          <small id={textId} className={refusal === undefined ? "" : "is-refused"}>
            {text}
          </small>
        </span>
        {change === "add" && <span className="chip success">Adding</span>}
        {change === "remove" && <span className="chip warning">Removing</span>}
      </label>
    </li>
  );
}

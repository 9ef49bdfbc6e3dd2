import Tooltip from "@mui/material/Tooltip";
import { useState } from "react";
import { DateText } from "../ui/format/date-text.tsx";
import { initials } from "../ui/format/initials.ts";
import { Icon } from "../ui/icons/icon.tsx";
import type { Column } from "../parts/list-page/column.ts";
import type { Records } from "../parts/list-page/editing/use-records.ts";
import { emailHint, isEmail } from "./email.ts";
import { invitationText } from "./invitation-text.ts";
import { splitName } from "./user-name.ts";
import { UserStatusPill, userStatusText } from "./user-status.tsx";
import { isSystemAccount, nameOf } from "./use-users.ts";
import type { useNameSaver } from "./use-name-saver.ts";
import type { User } from "./use-users.ts";

interface ColumnParts {
  readonly saveName: ReturnType<typeof useNameSaver>;
  readonly saver: Records["saver"];
  readonly onRoles: (user: User) => void;
  /** Columns that do not fit the screen; the avatar of a row shows its type too. */
  readonly without: readonly string[];
}

function nameFault(text: string, user: User): string | undefined {
  if (isSystemAccount(user) || splitName(text, user._embedded) !== undefined) return undefined;
  return "Write the first name and the last name";
}

const rolesText = (user: User) => user._embedded.roles.map((role) => role.name).join(", ");

export function userColumns({ saveName, saver, onRoles, without }: ColumnParts): readonly Column<User>[] {
  const columns: readonly Column<User>[] = [
    {
      // Sorted as it is shown.
      name: "fullName",
      title: "Name",
      place: "name",
      sortable: true,
      width: "clamp(160px, 12.5vw, 240px)",
      show: (user) => <Who user={user} />,
      text: nameOf,
      edit: { value: nameOf, save: saveName, check: nameFault, maxLength: 200 },
    },
    {
      name: "emailAddress",
      title: "Email",
      place: "description",
      sortable: true,
      width: "clamp(150px, 15vw, 300px)",
      show: (user) => <span className="muted">{user._embedded.emailAddress}</span>,
      text: (user) => user._embedded.emailAddress,
      edit: {
        value: (user) => user._embedded.emailAddress,
        save: saver("user.update", "emailAddress"),
        check: (text) => (isEmail(text) ? undefined : emailHint),
        maxLength: 254,
      },
    },
    {
      name: "type",
      title: "Type",
      place: "other",
      sortable: true,
      width: 128,
      show: (user) => <span className="muted">{user._embedded.type}</span>,
      text: (user) => user._embedded.type,
    },
    {
      name: "organisation",
      title: "Organisation",
      place: "other",
      width: "clamp(96px, 7vw, 150px)",
      show: (user) => <span className="clip">{user._embedded.organisationName}</span>,
      text: (user) => user._embedded.organisationName,
    },
    {
      name: "roles",
      title: "Roles",
      place: "other",
      width: "clamp(120px, 11vw, 200px)",
      show: (user) => <Roles user={user} onOpen={user._links["role"] === undefined ? undefined : () => onRoles(user)} />,
      text: rolesText,
    },
    {
      name: "userStatus",
      title: "Status",
      place: "status",
      sortable: true,
      width: 124,
      show: (user) => <Status user={user} />,
      text: (user) => userStatusText[user._embedded.userStatus],
    },
    {
      name: "lastLoginDate",
      title: "Last login",
      place: "when",
      sortable: true,
      width: 154,
      show: (user) => <DateText date={user._embedded.lastLoginDate} />,
      text: (user) => user._embedded.lastLoginDate ?? "",
    },
  ];
  return columns.filter(({ name }) => !without.includes(name));
}

/** Beside the status of an invited user: how long the invitation works. */
function Status({ user }: { readonly user: User }) {
  const [now] = useState(() => Date.now());
  const invitation = invitationText(user._embedded, now);
  return (
    <span className="user-status">
      <UserStatusPill status={user._embedded.userStatus} />
      {invitation !== undefined && (
        <Tooltip title={invitation.long}>
          <small className={invitation.expired ? "is-expired" : "muted"}>{invitation.short}</small>
        </Tooltip>
      )}
    </span>
  );
}

function Who({ user }: { readonly user: User }) {
  const { firstName, name } = user._embedded;
  return (
    <span className="row shrink">
      <span className="avatar quiet small" aria-hidden="true">
        {isSystemAccount(user) ? <Icon name="key" size={14} /> : initials(firstName, name)}
      </span>
      <span className="clip">{nameOf(user)}</span>
    </span>
  );
}

const maxChips = 1;

/** One chip that can be read, and how many more there are; all of them in the tooltip. */
function Roles({ user, onOpen }: { readonly user: User; readonly onOpen: (() => void) | undefined }) {
  const { roles } = user._embedded;
  const more = roles.length - maxChips;
  const chips = (
    <>
      {roles.slice(0, maxChips).map((role) => (
        <span key={role.webSafeString} className={role.code === "ADMI" ? "chip primary" : "chip"}>
          <span className="clip">{role.name}</span>
        </span>
      ))}
      {more > 0 && <span className="chip">+{more}</span>}
      {roles.length === 0 && <span className="faint">{onOpen ? "None yet" : "-"}</span>}
    </>
  );
  if (onOpen === undefined) return <span className="user-roles">{chips}</span>;
  return (
    <Tooltip describeChild title={roles.length > 1 ? rolesText(user) : ""}>
      <button type="button" className="user-roles" onClick={onOpen}>
        <span className="sr">Roles of {nameOf(user)}: </span>
        {chips}
      </button>
    </Tooltip>
  );
}

import { PROTECTED_CODE } from "@airlock/contract/permissions";
import type { RoleFields } from "@airlock/contract";
import Button from "@mui/material/Button";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { counted } from "../format/numbers.ts";
import { Icon } from "../look/icon.tsx";
import { State } from "../look/state.tsx";
import { NoAccess } from "../session/no-access.tsx";
import { holds, linkFor } from "../session/permissions.ts";
import { useProfile } from "../session/use-session.ts";
import { AddButton } from "../table/add-button.tsx";
import type { Column } from "../table/column.ts";
import { downloadText } from "../table/csv.ts";
import { deletable, deletedText } from "../table/deletable.ts";
import { Table } from "../table/table.tsx";
import type { TableSearch } from "../table/table-search.ts";
import { useAddedRow } from "../table/use-added-row.ts";
import { useDeletion } from "../table/use-deletion.ts";
import { useExport } from "../table/use-export.ts";
import { useList } from "../table/use-list.ts";
import type { Records } from "../table/use-records.ts";
import { canUndo, DeleteRoles } from "./delete-roles.tsx";
import { PermissionsDialog } from "./permissions-dialog.tsx";
import { roleLists, useRoleActions } from "./use-roles.ts";
import type { Role } from "./use-roles.ts";

const keyOf = (role: Role) => role._embedded.webSafeString;
const nameOf = (role: Role) => role._embedded.name;
const whyProtected = (role: Role) => (role._embedded.code === PROTECTED_CODE ? "Protected role" : undefined);

export function RolesPage() {
  const href = linkFor(useProfile(), "allRoles", "GET");
  return href === undefined ? <NoAccess icon="roles" to="roles" /> : <RolesTable href={href} />;
}

function RolesTable({ href }: { readonly href: string }) {
  const profile = useProfile();
  const search = useSearch({ from: "/signed-in/admin/roles" });
  const navigate = useNavigate({ from: "/admin/roles" });
  const onSearch = (next: TableSearch) => void navigate({ search: next, replace: true });
  const list = useList<RoleFields>({ name: "roles", href, search, onSearch });
  const { add, saver } = useRoleActions();
  const deletion = useDeletion(roleLists);
  const [deleting, setDeleting] = useState<readonly Role[]>([]);
  const [opened, setOpened] = useState<Role>();
  const exportAll = useExport<RoleFields>(href, search);
  const { onAdd, editRequest } = useAddedRow(linkFor(profile, "allRoles", "POST"), add, onSearch);
  const columns = columnsFor(saver, setOpened);
  const mayDelete = holds(profile, "allRoles.delete");

  const askDelete = (roles: readonly Role[]) => {
    if (canUndo(roles)) deletion.withUndo(deletable(roles), deletedText(roles, "role"));
    else setDeleting(roles);
  };
  return (
    <>
      <Table
        noun={{ one: "role", many: "roles" }}
        label="Roles"
        columns={columns}
        list={list}
        gone={deletion.gone}
        rowKey={keyOf}
        rowName={nameOf}
        search={search}
        defaultSort="name"
        onSearch={onSearch}
        onAdd={onAdd}
        {...(mayDelete ? { onDelete: askDelete } : {})}
        protectedRow={whyProtected}
        onExport={() => void exportAll(columns, (text) => downloadText("roles.csv", text))}
        {...(mayDelete
          ? {
              actions: (role: Role) => [
                {
                  icon: "trash" as const,
                  label: `Delete ${nameOf(role)}`,
                  run: () => askDelete([role]),
                  ...(linkFor(role, "self", "DELETE") === undefined ? { disabled: whyProtected(role) ?? "It cannot be deleted now." } : {}),
                },
              ],
            }
          : {})}
        actionsWidth={72}
        editRequest={editRequest}
        empty={
          <State icon="roles" title="No roles yet" actions={<AddButton onAdd={onAdd} />}>
            <p>A role is a set of permissions with a name. Add one, tick what it allows, and give it to users or groups.</p>
          </State>
        }
      />
      <DeleteRoles roles={deleting} deletion={deletion} onDone={() => setDeleting([])} />
      {opened && (
        <PermissionsDialog
          key={keyOf(opened)}
          role={list.rows?.find((role) => keyOf(role) === keyOf(opened)) ?? opened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

function columnsFor(saver: Records["saver"], onOpen: (role: Role) => void): readonly Column<Role>[] {
  return [
    {
      name: "name",
      title: "Name",
      place: "name",
      sortable: true,
      width: "clamp(180px, 16vw, 240px)",
      show: nameOf,
      text: nameOf,
      edit: { value: nameOf, save: saver<RoleFields>("name"), locked: whyProtected, maxLength: 200 },
    },
    {
      name: "description",
      title: "Description",
      place: "description",
      sortable: true,
      show: ({ _embedded: { description } }) => (description === "" ? <span className="faint">-</span> : description),
      text: (role) => role._embedded.description,
      edit: {
        value: (role) => role._embedded.description,
        // The lock beside the name says it for the whole row.
        save: (role) => (whyProtected(role) === undefined ? saver<RoleFields>("description")(role) : undefined),
        maxLength: 2000,
      },
    },
    {
      name: "code",
      title: "Code",
      place: "when",
      sortable: true,
      width: 96,
      show: (role) => <span className="chip code">{role._embedded.code}</span>,
      text: (role) => role._embedded.code,
    },
    {
      name: "users",
      title: "Users",
      place: "other",
      width: 80,
      numeric: true,
      show: (role) => role._embedded.users,
      text: (role) => String(role._embedded.users),
    },
    {
      name: "permissions",
      title: "Permissions",
      place: "status",
      width: 168,
      show: (role) => (
        <Button
          size="small"
          aria-label={`${counted(role._embedded.permissions.length, "permission")} of ${nameOf(role)}`}
          startIcon={<Icon name={linkFor(role, "self", "PUT") === undefined ? "eye" : "pencil"} size={14} />}
          onClick={() => onOpen(role)}
        >
          {counted(role._embedded.permissions.length, "permission")}
        </Button>
      ),
      text: (role) => role._embedded.permissions.join(" "),
    },
  ];
}

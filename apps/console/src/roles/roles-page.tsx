import { PROTECTED_CODE } from "@airlock/contract/permissions";
import Button from "@mui/material/Button";
import { useState } from "react";
import { counted } from "../ui/format/numbers.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { State } from "../ui/state.tsx";
import { NoAccess } from "../parts/no-access.tsx";
import { holds, linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import { AddButton } from "../parts/list-page/add-button.tsx";
import { AddDialog } from "../parts/list-page/add-dialog.tsx";
import type { Column } from "../parts/list-page/column.ts";
import { deletable, deletedText } from "../parts/list-page/deletable.ts";
import { Table } from "../parts/list-page/table.tsx";
import { filteredBy } from "../parts/list-page/table-search.ts";
import { useListPage } from "../parts/list-page/use-list-page.ts";
import type { Records } from "../parts/list-page/editing/use-records.ts";
import { OrganisationFilter } from "../parts/search/organisation-filter.tsx";
import { useSeveralOrganisations } from "../parts/search/use-several-organisations.ts";
import { canUndo, DeleteRoles } from "./delete-roles.tsx";
import { PermissionsDialog } from "./permissions-dialog.tsx";
import { roleLists, useRoleActions } from "./use-roles.ts";
import type { Role } from "./use-roles.ts";
import { keyOf, nameOf } from "../parts/list-page/row-names.ts";

const roleFilterNames = ["organisationWss"] as const;

const whyProtected = (role: Role) => (role._embedded.code === PROTECTED_CODE ? "Protected role" : undefined);

export function RolesPage() {
  const href = linkFor(useProfile(), "allRoles", "GET");
  return href === undefined ? <NoAccess icon="roles" noun="roles" needs={["allRoles.list"]} /> : <RolesTable href={href} />;
}

function RolesTable({ href }: { readonly href: string }) {
  const profile = useProfile();
  const page = useListPage("allRoles.list", { href, lists: roleLists, rel: "allRoles", filterNames: roleFilterNames });
  const { createAt, deletion, stopAdding } = page;
  const several = useSeveralOrganisations();
  const { add, saver } = useRoleActions();
  const [deleting, setDeleting] = useState<readonly Role[]>([]);
  const [opened, setOpened] = useState<Role>();
  const columns = columnsFor(saver, setOpened).filter(({ name }) => several || name !== "organisation");
  const shownOrganisation = page.filters.organisationWss;
  const nameOfShown = page.table.list.rows?.[0]?._embedded.organisationName;
  const mayDelete = holds(profile, "allRoles.delete");
  const whyKept = (role: Role) =>
    whyProtected(role) ??
    (mayDelete && linkFor(role, "self", "DELETE") === undefined
      ? "A user with this role holds permissions that you do not hold."
      : undefined);

  const askDelete = (roles: readonly Role[]) => {
    if (canUndo(roles)) deletion.withUndo(deletable("role.delete", roles), deletedText(roles, { one: "role", many: "roles" }));
    else setDeleting(roles);
  };
  return (
    <>
      <Table
        noun={{ one: "role", many: "roles" }}
        label="Roles"
        columns={columns}
        {...page.table}
        rowName={nameOf}
        {...(mayDelete ? { onDelete: askDelete } : {})}
        protectedRow={whyKept}
        filters={{
          names: roleFilterNames,
          controls: (
            <OrganisationFilter
              value={shownOrganisation}
              nameOfValue={nameOfShown}
              allLabel="My organisation"
              onChange={(organisationWss) => page.onSearch(filteredBy(page.search, { organisationWss }))}
            />
          ),
        }}
        onExport={() => page.exportTo("roles.csv", columns)}
        {...(mayDelete
          ? {
              actions: (role: Role) => [
                {
                  icon: "trash" as const,
                  label: `Delete ${nameOf(role)}`,
                  run: () => askDelete([role]),
                  ...(linkFor(role, "self", "DELETE") === undefined ? { disabled: whyKept(role) ?? "It cannot be deleted now." } : {}),
                },
              ],
            }
          : {})}
        actionsWidth={72}
        empty={
          <State icon="roles" title="No roles yet" actions={<AddButton onAdd={page.table.onAdd} />}>
            <p>A role is a set of permissions with a name. Add one, tick what it allows, and give it to users or groups.</p>
          </State>
        }
      />
      {createAt !== undefined && (
        <AddDialog
          action="allRoles.create"
          title="Add a role"
          defaultName="New Role"
          withDetails
          organisation={
            shownOrganisation === undefined || nameOfShown === undefined ? undefined : { value: shownOrganisation, label: nameOfShown }
          }
          onClose={stopAdding}
          onSave={async (fields) => {
            await add(createAt, fields);
            // Newest first, so that it is on screen whatever was sorted or searched before.
            const other = fields.organisationWss === profile._embedded.organisationWss ? undefined : fields.organisationWss;
            page.onSearch(filteredBy({ sort: "-createdDate" }, { organisationWss: other }));
          }}
        />
      )}
      <DeleteRoles roles={deleting} deletion={deletion} onDone={() => setDeleting([])} />
      {opened && (
        <PermissionsDialog
          key={keyOf(opened)}
          role={page.table.list.rows?.find((role) => keyOf(role) === keyOf(opened)) ?? opened}
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
      edit: { value: nameOf, save: saver("role.update", "name"), locked: whyProtected, maxLength: 200 },
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
        // The lock beside the name applies to the whole row.
        save: (role) => (whyProtected(role) === undefined ? saver("role.update", "description")(role) : undefined),
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
      name: "organisation",
      title: "Organisation",
      place: "other",
      width: "clamp(130px, 12vw, 200px)",
      show: (role) => role._embedded.organisationName,
      text: (role) => role._embedded.organisationName,
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

import { PROTECTED_CODE } from "@airlock/contract/permissions";
import { useState } from "react";
import { State } from "../ui/state.tsx";
import { NoAccess } from "../parts/no-access.tsx";
import { useOrganisationSearch } from "../parts/search/use-organisation-search.ts";
import { holds, linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import { AddButton } from "../parts/list-page/add-button.tsx";
import { AddDialog } from "../parts/list-page/add-dialog.tsx";
import type { RowAction } from "../parts/list-page/column.ts";
import { deletable, deletedText } from "../parts/list-page/deletable.ts";
import { Table } from "../parts/list-page/table.tsx";
import { useListPage } from "../parts/list-page/use-list-page.ts";
import { canUndo, DeleteGroups } from "./delete-groups.tsx";
import { groupColumns } from "./group-columns.tsx";
import { GroupRolesDialog } from "./group-roles-dialog.tsx";
import { MembersDialog } from "./members-dialog.tsx";
import { groupLists, useGroupActions } from "./use-groups.ts";
import type { Group } from "./use-groups.ts";
import { keyOf, nameOf } from "../parts/list-page/row-names.ts";

const whyProtected = (group: Group) => (group._embedded.code === PROTECTED_CODE ? "Protected group" : undefined);

export function GroupsPage() {
  const href = linkFor(useProfile(), "groups", "GET");
  return href === undefined ? <NoAccess icon="groups" noun="groups" needs={["groups.list"]} /> : <GroupsTable href={href} />;
}

function GroupsTable({ href }: { readonly href: string }) {
  const profile = useProfile();
  const page = useListPage("groups.list", { href, lists: groupLists, rel: "groups" });
  const { createAt, deletion, stopAdding } = page;
  const { add, saver } = useGroupActions();
  const organisations = useOrganisationSearch();
  const [deleting, setDeleting] = useState<readonly Group[]>([]);
  const [opened, setOpened] = useState<{ readonly dialog: "members" | "roles"; readonly group: Group }>();
  const mayDelete = holds(profile, "group.delete");
  const whyKept = (group: Group) =>
    whyProtected(group) ??
    (mayDelete && linkFor(group, "self", "DELETE") === undefined ? "A member holds permissions that you do not hold." : undefined);
  const columns = groupColumns({
    saver,
    organisations,
    whyProtected,
    onMembers: (group) => setOpened({ dialog: "members", group }),
  });
  // As the list has it now: its links follow one's rights.
  const shown = opened && (page.table.list.rows?.find((group) => keyOf(group) === keyOf(opened.group)) ?? opened.group);
  const close = () => setOpened(undefined);

  const askDelete = (groups: readonly Group[]) => {
    if (canUndo(groups)) deletion.withUndo(deletable("group.delete", groups), deletedText(groups, { one: "group", many: "groups" }));
    else setDeleting(groups);
  };
  const actions = (group: Group): readonly RowAction[] => [
    { icon: "roles", label: `Roles of ${nameOf(group)}`, run: () => setOpened({ dialog: "roles", group }) },
    ...(mayDelete
      ? [
          {
            icon: "trash" as const,
            label: `Delete ${nameOf(group)}`,
            run: () => askDelete([group]),
            ...(linkFor(group, "self", "DELETE") === undefined ? { disabled: whyKept(group) ?? "It cannot be deleted now." } : {}),
          },
        ]
      : []),
  ];
  return (
    <>
      <Table
        noun={{ one: "group", many: "groups" }}
        label="Groups"
        columns={columns}
        {...page.table}
        rowName={nameOf}
        {...(mayDelete ? { onDelete: askDelete } : {})}
        protectedRow={whyKept}
        onExport={() => page.exportTo("groups.csv", columns)}
        actions={actions}
        actionsWidth={88}
        empty={
          <State icon="groups" title="No groups yet" actions={<AddButton onAdd={page.table.onAdd} />}>
            <p>A group gives its roles to all its members at once. Add one, then its members and roles.</p>
          </State>
        }
      />
      {createAt !== undefined && (
        <AddDialog
          action="groups.create"
          title="Add a group"
          defaultName="New Group"
          withDetails
          onClose={stopAdding}
          onSave={async (fields) => {
            await add(createAt, fields);
            // Newest first, so that it is on screen whatever was sorted or searched before.
            page.onSearch({ sort: "-createdDate" });
          }}
        />
      )}
      <DeleteGroups groups={deleting} deletion={deletion} onDone={() => setDeleting([])} />
      {shown && opened.dialog === "members" && <MembersDialog key={keyOf(shown)} group={shown} onClose={close} />}
      {shown && opened.dialog === "roles" && <GroupRolesDialog key={keyOf(shown)} group={shown} onClose={close} />}
    </>
  );
}

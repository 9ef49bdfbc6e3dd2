import useMediaQuery from "@mui/material/useMediaQuery";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { KeysDialog } from "./keys/keys-dialog.tsx";
import { AddButton } from "../parts/list-page/add-button.tsx";
import { State } from "../ui/state.tsx";
import { NoAccess } from "../parts/no-access.tsx";
import { holds, linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import type { RowAction } from "../parts/list-page/column.ts";
import { downloadText } from "../parts/list-page/csv.ts";
import { Table } from "../parts/list-page/table.tsx";
import { filteredBy, filtersOf } from "../parts/list-page/table-search.ts";
import { useDeletion } from "../parts/list-page/use-deletion.ts";
import { useExport } from "../parts/list-page/use-export.ts";
import { useList } from "../parts/list-page/use-list.ts";
import { useOwnSearch } from "../parts/list-page/use-own-search.ts";
import { useRecords } from "../parts/list-page/editing/use-records.ts";
import { AddUserDialog } from "./add-user-dialog.tsx";
import { DeleteUsers } from "./delete-users.tsx";
import { DisableAccount } from "./disable-account.tsx";
import { RolesDialog } from "./roles-dialog.tsx";
import { useNameSaver } from "./use-name-saver.ts";
import { userColumns } from "./user-columns.tsx";
import { userFilterNames, UserFilters } from "./user-filters.tsx";
import { isSystemAccount, nameOf, userLists, useUserActions } from "./use-users.ts";
import type { User } from "./use-users.ts";
import { keyOf } from "../parts/list-page/row-names.ts";
import "./users-page.css";

export function UsersPage() {
  const href = linkFor(useProfile(), "users", "GET");
  if (href === undefined) return <NoAccess icon="users" noun="users" needs={["users.list"]} />;
  return <UsersTable href={href} />;
}

/** What is open over the table. */
type Opened =
  | { readonly what: "add" }
  | { readonly what: "roles" | "keys"; readonly user: User }
  | { readonly what: "disable"; readonly user: User; readonly href: string };

function UsersTable({ href }: { readonly href: string }) {
  const profile = useProfile();
  const search = useSearch({ from: "/signed-in/admin/users" });
  const onSearch = useOwnSearch();
  const filters = filtersOf(search, userFilterNames);
  const list = useList("users.list", { name: "users", href, search, onSearch, filters });
  const actions = useUserActions();
  const deletion = useDeletion(userLists);
  const [deleting, setDeleting] = useState<readonly User[]>([]);
  const [opened, setOpened] = useState<Opened>();
  const { organisationWss, organisationName } = profile._embedded;
  // Columns are left out where a row has no room for them; a key icon instead of the initials shows the type too.
  const tight = useMediaQuery("(min-width: 700px) and (max-width: 1599.95px)", { noSsr: true });
  const tighter = useMediaQuery("(min-width: 700px) and (max-width: 1359.95px)", { noSsr: true });
  const columns = userColumns({
    saveName: useNameSaver(),
    saver: useRecords(userLists).saver,
    onRoles: (user) => setOpened({ what: "roles", user }),
    without: [...(tight ? ["type"] : []), ...(tighter ? ["organisation"] : [])],
  });
  const exportAll = useExport("users.list", href, search, filters);
  const mayAdd = linkFor(profile, "user.invite", "POST") !== undefined || linkFor(profile, "users", "POST") !== undefined;
  const onAdd = mayAdd ? () => setOpened({ what: "add" }) : undefined;
  const close = () => setOpened(undefined);

  const added = async () => {
    close();
    // Newest first, so that it is on screen whatever was sorted, searched or filtered before.
    onSearch({ sort: "-createdDate" });
    await actions.refresh();
  };
  const whyKept = (user: User) => {
    if (keyOf(user) === profile._embedded.webSafeString) return "You cannot delete your own account.";
    const beyondOwn = holds(profile, "user.delete") && linkFor(user, "self", "DELETE") === undefined;
    return beyondOwn ? "This user holds permissions that you do not hold." : undefined;
  };
  const rowActions = (user: User): readonly RowAction[] => {
    const name = nameOf(user);
    const self = linkFor(user, "self", "PUT");
    const invite = linkFor(user, "invite", "POST");
    const isSelf = keyOf(user) === profile._embedded.webSafeString;
    const disabled = user._embedded.userStatus === "disabled";
    return [
      ...(invite === undefined
        ? []
        : [{ icon: "mail" as const, label: `Resend invite to ${name}`, run: () => void actions.resendInvite(invite, user) }]),
      ...(linkFor(user, "keys", "GET") !== undefined && isSystemAccount(user)
        ? [{ icon: "key" as const, label: `Keys of ${name}`, run: () => setOpened({ what: "keys", user }) }]
        : []),
      ...(user._links["role"] === undefined
        ? []
        : [{ icon: "roles" as const, label: `Edit roles of ${name}`, run: () => setOpened({ what: "roles", user }) }]),
      ...(self === undefined
        ? []
        : [
            {
              icon: disabled ? ("play" as const) : ("pause" as const),
              label: `${disabled ? "Enable" : "Disable"} ${name}`,
              run: () => {
                if (disabled) void actions.enable(self, user);
                else if (isSystemAccount(user)) setOpened({ what: "disable", user, href: self });
                else void actions.disable(self, user);
              },
              ...(isSelf ? { disabled: "You cannot disable your own account." } : {}),
            },
          ]),
      ...(holds(profile, "user.delete")
        ? [
            {
              icon: "trash" as const,
              label: `Delete ${name}`,
              run: () => setDeleting([user]),
              ...(linkFor(user, "self", "DELETE") === undefined ? { disabled: whyKept(user) ?? "It cannot be deleted now." } : {}),
            },
          ]
        : []),
    ];
  };
  return (
    <>
      <Table
        noun={{ one: "user", many: "users" }}
        label="Users"
        columns={columns}
        list={list}
        gone={deletion.gone}
        rowName={nameOf}
        defaultSort="fullName"
        onAdd={onAdd}
        {...(holds(profile, "user.delete") ? { onDelete: setDeleting } : {})}
        onExport={() => void exportAll(columns, (text) => downloadText("users.csv", text))}
        protectedRow={whyKept}
        filters={{
          names: userFilterNames,
          controls: (
            <UserFilters
              filters={filters}
              nameOfOrganisation={
                list.rows?.find(({ _embedded }) => _embedded.organisationWss === filters["organisationWss"])?._embedded.organisationName
              }
              onFilter={(change) => onSearch(filteredBy(search, change))}
            />
          ),
        }}
        actions={rowActions}
        actionsWidth={132}
        empty={
          <State icon="users" title="No users yet" actions={<AddButton onAdd={onAdd} />}>
            <p>A user is a person who signs in, or a system account that calls decisions.</p>
          </State>
        }
      />
      <DeleteUsers users={deleting} deletion={deletion} onDone={() => setDeleting([])} />
      {opened?.what === "add" && (
        <AddUserDialog organisation={{ value: organisationWss, label: organisationName }} onClose={close} onAdded={() => void added()} />
      )}
      {opened?.what === "roles" && <RolesDialog user={opened.user} onClose={close} />}
      {opened?.what === "disable" && (
        <DisableAccount
          account={opened.user}
          onCancel={close}
          onConfirm={() => {
            void actions.disable(opened.href, opened.user);
            close();
          }}
        />
      )}
      {opened?.what === "keys" && <KeysDialog user={opened.user} onClose={close} />}
    </>
  );
}

import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { DateText } from "../ui/format/date-text.tsx";
import { ConfirmDeletion } from "../parts/list-page/confirm-deletion.tsx";
import { State } from "../ui/state.tsx";
import { NoAccess } from "../parts/no-access.tsx";
import { holds, linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import { AddButton } from "../parts/list-page/add-button.tsx";
import type { Column, RowAction } from "../parts/list-page/column.ts";
import { namesOf } from "../parts/list-page/deletable.ts";
import { Table } from "../parts/list-page/table.tsx";
import { useDeletion } from "../parts/list-page/use-deletion.ts";
import { useList } from "../parts/list-page/use-list.ts";
import { useOwnSearch } from "../parts/list-page/use-own-search.ts";
import { SecretDialog } from "./secret-dialog.tsx";
import { secretLists, useSecretActions, type Secret } from "./use-secrets.ts";
import { keyOf, nameOf } from "../parts/list-page/row-names.ts";

export function SecretsPage() {
  const href = linkFor(useProfile(), "secrets", "GET");
  return href === undefined ? <NoAccess icon="key" noun="secrets" needs={["secrets.list"]} /> : <SecretsTable href={href} />;
}

function SecretsTable({ href }: { readonly href: string }) {
  const profile = useProfile();
  const search = useSearch({ from: "/signed-in/admin/secrets" });
  const onSearch = useOwnSearch();
  const list = useList("secrets.list", { name: "secrets", href, search, onSearch });
  const { create, change } = useSecretActions();
  const deletion = useDeletion(secretLists);
  const [deleting, setDeleting] = useState<readonly Secret[]>([]);
  const [opened, setOpened] = useState<Secret | "new">();
  const at = linkFor(profile, "secrets", "POST");
  const mayDelete = holds(profile, "secret.delete");
  const adding = at === undefined ? {} : { onAdd: () => setOpened("new") };

  const actionsOf = (secret: Secret): readonly RowAction[] => [
    ...(linkFor(secret, "self", "PUT") === undefined
      ? []
      : [{ icon: "pencil" as const, label: `Change ${nameOf(secret)}`, run: () => setOpened(secret) }]),
    ...(mayDelete ? [{ icon: "trash" as const, label: `Delete ${nameOf(secret)}`, run: () => setDeleting([secret]) }] : []),
  ];
  return (
    <>
      <Table
        noun={{ one: "secret", many: "secrets" }}
        label="Secrets"
        columns={columns}
        list={list}
        gone={deletion.gone}
        rowName={nameOf}
        {...adding}
        {...(mayDelete ? { onDelete: setDeleting } : {})}
        actions={actionsOf}
        actionsWidth={104}
        empty={
          <State icon="key" title="No secrets yet" actions={at !== undefined && <AddButton onAdd={() => setOpened("new")} />}>
            <p>A secret is a key or a password that web calls send to the hosts it is entered for. It cannot be read again.</p>
          </State>
        }
      />
      <ConfirmDeletion
        rows={deleting}
        noun={{ one: "secret", many: "secrets" }}
        action="secret.delete"
        deletion={deletion}
        onClose={() => setDeleting([])}
      >
        <p>
          Are you sure you want to delete {namesOf(deleting)}? Web calls that use it fail from then on, including those of versions that are
          serving.
        </p>
      </ConfirmDeletion>
      {opened !== undefined && (
        <SecretDialog
          key={opened === "new" ? "new" : keyOf(opened)}
          secret={opened === "new" ? undefined : opened}
          onClose={() => setOpened(undefined)}
          onSave={async ({ value, ...fields }) => {
            if (opened === "new") return at !== undefined && value !== undefined && create(at, { ...fields, value });
            const self = linkFor(opened, "self", "PUT");
            const { revision } = opened._embedded;
            return self !== undefined && change(self, { ...fields, revision, ...(value === undefined ? {} : { value }) });
          }}
        />
      )}
    </>
  );
}

const columns: readonly Column<Secret>[] = [
  {
    name: "name",
    title: "Name",
    place: "name",
    sortable: true,
    width: "clamp(180px, 22vw, 320px)",
    show: nameOf,
    text: nameOf,
  },
  {
    name: "hosts",
    title: "Hosts",
    place: "description",
    show: ({ _embedded: { hosts } }) => hosts.join(", "),
    text: ({ _embedded: { hosts } }) => hosts.join(" "),
  },
  {
    name: "createdDate",
    title: "Entered",
    place: "when",
    sortable: true,
    width: 180,
    show: ({ _embedded: { createdDate } }) => <DateText date={createdDate} />,
    text: ({ _embedded: { createdDate } }) => createdDate,
  },
];

import Tooltip from "@mui/material/Tooltip";
import { useState } from "react";
import { exactDate, shortDate } from "../ui/format/dates.ts";
import { number } from "../ui/format/numbers.ts";
import { State } from "../ui/state.tsx";
import { NoAccess } from "../parts/no-access.tsx";
import { holds, linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import { AddButton } from "../parts/list-page/add-button.tsx";
import { AddDialog } from "../parts/list-page/add-dialog.tsx";
import type { Column, RowAction } from "../parts/list-page/column.ts";
import { deletable, deletedText } from "../parts/list-page/deletable.ts";
import { Table } from "../parts/list-page/table.tsx";
import { useListPage } from "../parts/list-page/use-list-page.ts";
import type { Records } from "../parts/list-page/editing/use-records.ts";
import { DeleteOrganisations } from "./delete-organisations.tsx";
import { isEmpty } from "./holdings-text.ts";
import { RetentionDialog } from "./retention-dialog.tsx";
import { S3AccountDialog } from "./s3-account-dialog.tsx";
import { ServiceAccountDialog } from "./service-account-dialog.tsx";
import { organisationLists, useOrganisationActions } from "./use-organisations.ts";
import type { DeletionCandidate, Organisation } from "./use-organisations.ts";
import { keyOf, nameOf } from "../parts/list-page/row-names.ts";
import "./organisations-page.css";

export function OrganisationsPage() {
  const href = linkFor(useProfile(), "organisations", "GET");
  return href === undefined ? (
    <NoAccess icon="organisations" noun="organisations" needs={["organisations.list"]} />
  ) : (
    <OrganisationsTable href={href} />
  );
}

function OrganisationsTable({ href }: { readonly href: string }) {
  const profile = useProfile();
  const page = useListPage("organisations.list", { href, lists: organisationLists, rel: "organisations" });
  const { createAt, deletion, stopAdding } = page;
  const { add, saver, weigh } = useOrganisationActions();
  const [candidates, setCandidates] = useState<readonly DeletionCandidate[]>([]);
  const [account, setAccount] = useState<Organisation>();
  const [s3, setS3] = useState<Organisation>();
  const [kept, setKept] = useState<Organisation>();
  const columns = columnsFor(saver);
  const isOwn = (organisation: Organisation) => keyOf(organisation) === profile._embedded.organisationWss;
  const ownStays = "You cannot delete the organisation you belong to.";

  const askDelete = async (organisations: readonly Organisation[]) => {
    const weighed = await weigh(organisations);
    if (weighed === undefined) return;
    // An empty organisation is deleted with undo instead of a confirmation.
    if (!weighed.every(({ holdings }) => isEmpty(holdings))) setCandidates(weighed);
    else
      deletion.withUndo(
        deletable("organisation.delete", organisations),
        deletedText(organisations, { one: "organisation", many: "organisations" }),
      );
  };
  const actions = (organisation: Organisation): readonly RowAction[] => [
    ...(linkFor(organisation, "serviceAccount", "PUT") === undefined
      ? []
      : [{ icon: "key" as const, label: `Service account of ${nameOf(organisation)}`, run: () => setAccount(organisation) }]),
    ...(linkFor(organisation, "s3Account", "PUT") === undefined
      ? []
      : [{ icon: "bucket" as const, label: `S3 account of ${nameOf(organisation)}`, run: () => setS3(organisation) }]),
    ...(linkFor(organisation, "retention", "PUT") === undefined
      ? []
      : [{ icon: "clock" as const, label: `Execution retention of ${nameOf(organisation)}`, run: () => setKept(organisation) }]),
    ...(holds(profile, "organisation.delete")
      ? [
          {
            icon: "trash" as const,
            label: `Delete ${nameOf(organisation)}`,
            run: () => void askDelete([organisation]),
            ...(isOwn(organisation) ? { disabled: ownStays } : {}),
          },
        ]
      : []),
  ];
  return (
    <>
      <Table
        noun={{ one: "organisation", many: "organisations" }}
        label="Organisations"
        columns={columns}
        {...page.table}
        rowName={nameOf}
        {...(holds(profile, "organisation.delete") ? { onDelete: (some: readonly Organisation[]) => void askDelete(some) } : {})}
        onExport={() => page.exportTo("organisations.csv", columns)}
        protectedRow={(organisation) => (isOwn(organisation) ? ownStays : undefined)}
        actions={actions}
        actionsWidth={160}
        empty={
          <State icon="organisations" title="No organisations yet" actions={<AddButton onAdd={page.table.onAdd} />}>
            <p>An organisation keeps its users, roles and solutions apart from those of others.</p>
          </State>
        }
      />
      {createAt !== undefined && (
        <AddDialog
          action="organisations.create"
          title="Add an organisation"
          defaultName="New Organisation"
          withDetails={false}
          onClose={stopAdding}
          onSave={async (fields) => {
            await add(createAt, fields.name);
            // Newest first, so that it is on screen whatever was sorted or searched before.
            page.onSearch({ sort: "-createdDate" });
          }}
        />
      )}
      <DeleteOrganisations candidates={candidates} deletion={deletion} onDone={() => setCandidates([])} />
      {kept && <RetentionDialog organisation={kept} onClose={() => setKept(undefined)} />}
      {s3 && <S3AccountDialog organisation={s3} onClose={() => setS3(undefined)} />}
      {account && <ServiceAccountDialog organisation={account} onClose={() => setAccount(undefined)} />}
    </>
  );
}

/** '12 Jan 2025', without the time. */
const dayOf = (date: string) => shortDate(date).replace(/,.*/, "");

/** '12', or '1,000+' where the server stops counting. */
function usersOf({ _embedded: { users } }: Organisation): string {
  return users.exact ? number(users.total) : `${number(users.total)}+`;
}

/** 'Airlock', or that it has its own and since when. */
function storageOf({ _embedded: { useAirlock, serviceAccount } }: Organisation): string {
  if (useAirlock) return "Airlock";
  return serviceAccount === null ? "None yet" : `Own, changed ${dayOf(serviceAccount.uploadedDate)}`;
}

function columnsFor(saver: Records["saver"]): readonly Column<Organisation>[] {
  return [
    {
      name: "name",
      title: "Name",
      place: "name",
      sortable: true,
      show: nameOf,
      text: nameOf,
      edit: { value: nameOf, save: saver("organisation.update", "name"), maxLength: 200 },
    },
    {
      name: "code",
      title: "Code",
      place: "status",
      sortable: true,
      width: 104,
      show: (organisation) => <span className="chip code">{organisation._embedded.code}</span>,
      text: (organisation) => organisation._embedded.code,
    },
    {
      name: "users",
      title: "Users",
      place: "other",
      width: 80,
      numeric: true,
      show: usersOf,
      text: usersOf,
    },
    {
      name: "organisationIdStr",
      title: "Project ID",
      place: "other",
      width: "clamp(120px, 12vw, 220px)",
      show: (organisation) => <span className="mono clip">{organisation._embedded.organisationIdStr || "-"}</span>,
      text: (organisation) => organisation._embedded.organisationIdStr,
    },
    {
      name: "serviceAccount",
      title: "Service account",
      place: "other",
      width: "clamp(150px, 13vw, 220px)",
      show: (organisation) => <span className="muted">{storageOf(organisation)}</span>,
      text: storageOf,
    },
    {
      name: "createdDate",
      title: "Created",
      place: "when",
      sortable: true,
      width: 120,
      show: ({ _embedded: { createdDate } }) => (
        <Tooltip title={exactDate(createdDate)}>
          <span>{dayOf(createdDate)}</span>
        </Tooltip>
      ),
      text: (organisation) => organisation._embedded.createdDate,
    },
  ];
}

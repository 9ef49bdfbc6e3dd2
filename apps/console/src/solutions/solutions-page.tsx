import type { SolutionFields } from "@airlock/contract";
import Button from "@mui/material/Button";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { DateText } from "../format/date-text.tsx";
import { Icon } from "../look/icon.tsx";
import { State } from "../look/state.tsx";
import { StatusPill } from "../look/status-pill.tsx";
import { useMessages } from "../messages/use-messages.ts";
import { holds, linkFor } from "../session/permissions.ts";
import { useProfile } from "../session/use-session.ts";
import type { ChoiceSearch, Column, RowAction } from "../table/column.ts";
import { downloadText } from "../table/csv.ts";
import { deletable, deletedText } from "../table/deletable.ts";
import { Table } from "../table/table.tsx";
import type { TableSearch } from "../table/table-search.ts";
import { useExport } from "../table/use-export.ts";
import { useList } from "../table/use-list.ts";
import { CreateVersionDialog } from "./create-version-dialog.tsx";
import { openSolution } from "./open-solution.ts";
import { canUndo, DeleteSolutions } from "./delete-solutions.tsx";
import { solutionStatus } from "./solution-status.ts";
import { useDeletion } from "../table/use-deletion.ts";
import { solutionLists, useDeployed, useSolutionActions } from "./use-solutions.ts";
import type { Solution } from "./use-solutions.ts";
import { noGroup, useGroupSearch } from "./use-group-search.ts";
import { VersionsPanel } from "./versions-panel.tsx";

/** With the templates' drawings and all that reads files: loaded when someone adds a solution. */
const AddSolutionDialog = lazy(async () => ({ default: (await import("./add-solution-dialog.tsx")).AddSolutionDialog }));

const keyOf = (solution: Solution) => solution._embedded.webSafeString;
const nameOf = (solution: Solution) => solution._embedded.name;
const versionsOf = (solution: Solution) => <VersionsPanel solution={solution} />;

export function SolutionsPage() {
  const profile = useProfile();
  const messages = useMessages();
  const href = linkFor(profile, "solutions", "GET");
  useEffect(() => {
    if (href === undefined) messages.error("User", "No user reference to solutions found");
  }, [href, messages]);
  if (href === undefined) {
    return (
      <section className="card">
        <State icon="solutions" tone="quiet" title="No access to solutions">
          <p>None of your roles allows you to see them. Ask your organisation's administrator.</p>
        </State>
      </section>
    );
  }
  return <SolutionsTable href={href} />;
}

function SolutionsTable({ href }: { readonly href: string }) {
  const profile = useProfile();
  const search = useSearch({ from: "/signed-in/admin/solutions" });
  const navigate = useNavigate({ from: "/admin/solutions" });
  const onSearch = (next: TableSearch) => void navigate({ search: next, replace: true });
  const list = useList<SolutionFields>({ name: "solutions", href, search, onSearch });
  const deployed = useDeployed();
  const { add, duplicate, exportFile, saver, createVersion } = useSolutionActions();
  const deletion = useDeletion(solutionLists);
  const [deleting, setDeleting] = useState<readonly Solution[]>([]);
  const [adding, setAdding] = useState(false);
  const [versioning, setVersioning] = useState<Solution>();
  const create = linkFor(profile, "solutions", "POST");
  const columns = columnsFor(deployed, saver, useGroupSearch());
  const exportAll = useExport<SolutionFields>(href, search);

  const askDelete = (solutions: readonly Solution[]) => {
    if (canUndo(solutions, deployed)) deletion.withUndo(deletable(solutions), deletedText(solutions, "solution"));
    else setDeleting(solutions);
  };
  const added = () => {
    setAdding(false);
    // Newest first, so that it is on screen whatever was sorted or searched before.
    onSearch({ sort: "-createdDate" });
  };
  const copy = async (solution: Solution, at: string) => {
    if (await duplicate(solution, at)) onSearch({ sort: "-createdDate" });
  };
  const actions = (solution: Solution): readonly RowAction[] => [
    ...(holds(profile, "solution.update")
      ? [
          { icon: "external" as const, label: `Open ${nameOf(solution)}`, run: () => openSolution(keyOf(solution)) },
          { icon: "version" as const, label: `Create version of ${nameOf(solution)}`, run: () => setVersioning(solution) },
        ]
      : []),
    ...(create === undefined
      ? []
      : [{ icon: "copy" as const, label: `Duplicate ${nameOf(solution)}`, run: () => void copy(solution, create) }]),
    { icon: "download" as const, label: `Export ${nameOf(solution)}`, run: () => void exportFile(solution) },
    ...(holds(profile, "solution.delete")
      ? [
          {
            icon: "trash" as const,
            label: `Delete ${nameOf(solution)}`,
            run: () => askDelete([solution]),
            ...(linkFor(solution, "self", "DELETE") === undefined ? { disabled: "A version of it is serving. Stop it first." } : {}),
          },
        ]
      : []),
  ];
  const addButton = create !== undefined && (
    <Button variant="contained" startIcon={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
      Add
    </Button>
  );
  return (
    <>
      <Table
        noun={{ one: "solution", many: "solutions" }}
        label="Solutions"
        columns={columns}
        list={list}
        gone={deletion.gone}
        rowKey={keyOf}
        rowName={nameOf}
        search={search}
        defaultSort="name"
        onSearch={onSearch}
        {...(create === undefined ? {} : { onAdd: () => setAdding(true) })}
        {...(holds(profile, "solution.delete") ? { onDelete: askDelete } : {})}
        onExport={() => void exportAll(columns, (text) => downloadText("solutions.csv", text))}
        actions={actions}
        actionsWidth={168}
        expand={{
          label: (solution) => `Versions of ${nameOf(solution)}`,
          content: versionsOf,
        }}
        empty={
          <State icon="solutions" title="No solutions yet" actions={addButton}>
            <p>A solution is a decision drawn as a flow. Start from an empty one, a template or a file.</p>
          </State>
        }
      />
      {adding && create !== undefined && (
        <Suspense fallback={null}>
          <AddSolutionDialog create={(body) => add(create, body)} onAdded={added} onClose={() => setAdding(false)} />
        </Suspense>
      )}
      {versioning && (
        <CreateVersionDialog
          solution={versioning}
          create={(body) => createVersion(versioning, body)}
          onCreated={() => {
            // What was made shows in the open row.
            const open = new Set(search.open?.split(","));
            onSearch({ ...search, open: [...open.add(keyOf(versioning))].join(",") });
            setVersioning(undefined);
          }}
          onClose={() => setVersioning(undefined)}
        />
      )}
      <DeleteSolutions solutions={deleting} deletion={deletion} onDone={() => setDeleting([])} />
    </>
  );
}

function columnsFor(
  deployed: ReturnType<typeof useDeployed>,
  saver: ReturnType<typeof useSolutionActions>["saver"],
  groups: ChoiceSearch | undefined,
): readonly Column<Solution>[] {
  const statusOf = (solution: Solution) => solutionStatus(deployed?.get(keyOf(solution)) ?? []);
  const status: Column<Solution> = {
    name: "status",
    title: "Status",
    place: "status",
    width: "clamp(140px, 11.4vw, 164px)",
    show: (solution) => {
      const look = statusOf(solution);
      return (
        <StatusPill status={look.status}>
          <span className="clip">{look.text}</span>
        </StatusPill>
      );
    },
    text: (solution) => statusOf(solution).text,
  };
  const groupOf = (solution: Solution) => solution._embedded.groupName ?? "";
  const group: Column<Solution> = {
    name: "groupWss",
    title: "Group",
    place: "other",
    width: "clamp(104px, 7.6vw, 140px)",
    show: (solution) => groupOf(solution) || <span className="faint">-</span>,
    text: groupOf,
    ...(groups === undefined
      ? {}
      : {
          edit: {
            value: (solution: Solution) => String(solution._embedded.groupWss),
            save: saver<SolutionFields>("groupWss", (text) => (text === noGroup.value ? null : text)),
            choices: groups,
            label: (solution: Solution) => groupOf(solution) || noGroup.label,
            maxLength: 64,
          },
        }),
  };
  return [
    {
      name: "name",
      title: "Name",
      place: "name",
      sortable: true,
      width: "clamp(176px, 15.6vw, 240px)",
      show: nameOf,
      text: nameOf,
      edit: { value: nameOf, save: saver<SolutionFields>("name"), maxLength: 200 },
    },
    {
      name: "description",
      title: "Description",
      place: "description",
      sortable: true,
      show: (solution) => solution._embedded.description,
      text: (solution) => solution._embedded.description,
      edit: { value: (solution) => solution._embedded.description, save: saver<SolutionFields>("description"), maxLength: 2000 },
    },
    group,
    // Who may not list versions cannot know the status either.
    ...(deployed ? [status] : []),
    {
      name: "updatedDate",
      title: "Last changed",
      place: "when",
      width: "clamp(146px, 11vw, 160px)",
      show: (solution) => <DateText date={solution._embedded.updatedDate} />,
      text: (solution) => solution._embedded.updatedDate,
    },
  ];
}

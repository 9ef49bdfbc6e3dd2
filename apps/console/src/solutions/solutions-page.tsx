import type { SolutionFields } from "@airlock/contract";
import Button from "@mui/material/Button";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { DateText } from "../format/date-text.tsx";
import { Icon } from "../look/icon.tsx";
import { State } from "../look/state.tsx";
import { StatusPill } from "../look/status-pill.tsx";
import { useMessages } from "../messages/use-messages.ts";
import { holds, linkFor } from "../session/permissions.ts";
import { useProfile } from "../session/use-session.ts";
import type { Column, RowAction } from "../table/column.ts";
import { downloadText } from "../table/csv.ts";
import type { Editing } from "../table/table-cell.tsx";
import { Table } from "../table/table.tsx";
import type { TableSearch } from "../table/table-search.ts";
import { useExport } from "../table/use-export.ts";
import { useList } from "../table/use-list.ts";
import { canUndo, deletable, deletedText, DeleteSolutions } from "./delete-solutions.tsx";
import { solutionStatus } from "./solution-status.ts";
import { useDeletion } from "../table/use-deletion.ts";
import { solutionLists, useDeployed, useSolutionActions } from "./use-solutions.ts";
import type { Solution } from "./use-solutions.ts";
import { VersionsPanel } from "./versions-panel.tsx";

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
  const { add, change, createVersion } = useSolutionActions();
  const deletion = useDeletion(solutionLists);
  const [deleting, setDeleting] = useState<readonly Solution[]>([]);
  const [editRequest, setEditRequest] = useState<Editing>();
  const create = linkFor(profile, "solutions", "POST");
  const columns = columnsFor(deployed, change);
  const exportAll = useExport<SolutionFields>(href, search);
  const rows = list.rows?.filter((solution) => !deletion.gone.has(keyOf(solution)));

  const askDelete = (solutions: readonly Solution[]) => {
    if (canUndo(solutions, deployed)) deletion.withUndo(deletable(solutions), deletedText(solutions));
    else setDeleting(solutions);
  };
  const addSolution = async (at: string) => {
    const made = await add(at);
    if (!made) return;
    // Newest first, so that it is on screen whatever was sorted or searched before; its name is what people change first.
    onSearch({ sort: "-createdDate" });
    setEditRequest({ row: keyOf(made), column: "name" });
  };
  const actions = (solution: Solution): readonly RowAction[] => [
    ...(holds(profile, "solution.update") ? [createVersionAction(solution, search, onSearch, createVersion)] : []),
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
    <Button variant="contained" startIcon={<Icon name="plus" size={16} />} onClick={() => void addSolution(create)}>
      Add
    </Button>
  );
  return (
    <>
      <Table
        noun={{ one: "solution", many: "solutions" }}
        label="Solutions"
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        rowName={nameOf}
        total={list.total}
        error={list.error}
        onRetry={list.retry}
        previous={list.previous}
        next={list.next}
        search={search}
        defaultSort="name"
        onSearch={onSearch}
        {...(create === undefined ? {} : { onAdd: () => void addSolution(create) })}
        {...(holds(profile, "solution.delete") ? { onDelete: askDelete } : {})}
        onExport={() => void exportAll(columns, (text) => downloadText("solutions.csv", text))}
        actions={actions}
        actionsWidth={88}
        expand={{
          label: (solution) => `Versions of ${nameOf(solution)}`,
          content: versionsOf,
        }}
        {...(editRequest ? { editRequest } : {})}
        empty={
          <State icon="solutions" title="No solutions yet" actions={addButton}>
            <p>A solution is a decision drawn as a flow. Start from an empty one.</p>
          </State>
        }
      />
      <DeleteSolutions solutions={deleting} deletion={deletion} onDone={() => setDeleting([])} />
    </>
  );
}

function createVersionAction(
  solution: Solution,
  search: TableSearch,
  onSearch: (search: TableSearch) => void,
  createVersion: (href: string, name: string) => Promise<unknown>,
): RowAction {
  const href = linkFor(solution, "versions", "POST");
  return {
    icon: "version",
    label: `Create version of ${nameOf(solution)}`,
    run: () => {
      if (href === undefined) return;
      void createVersion(href, nameOf(solution));
      // What was made shows in the open row.
      const open = new Set(search.open?.split(","));
      onSearch({ ...search, open: [...open.add(keyOf(solution))].join(",") });
    },
    ...(href === undefined ? { disabled: "The solution cannot run as it is drawn." } : {}),
  };
}

function columnsFor(
  deployed: ReturnType<typeof useDeployed>,
  change: ReturnType<typeof useSolutionActions>["change"],
): readonly Column<Solution>[] {
  const saver = (field: "name" | "description") => (solution: Solution) => {
    const href = linkFor(solution, "self", "PUT");
    return href === undefined ? undefined : (text: string) => change(href, solution._embedded.revision, { [field]: text });
  };
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
  return [
    {
      name: "name",
      title: "Name",
      place: "name",
      sortable: true,
      width: "clamp(184px, 18vw, 260px)",
      show: nameOf,
      text: nameOf,
      edit: { value: nameOf, save: saver("name"), maxLength: 200 },
    },
    {
      name: "description",
      title: "Description",
      place: "description",
      sortable: true,
      show: (solution) => solution._embedded.description,
      text: (solution) => solution._embedded.description,
      edit: { value: (solution) => solution._embedded.description, save: saver("description"), maxLength: 2000 },
    },
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

import Button from "@mui/material/Button";
import { useLocation, useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { DateText } from "../ui/format/date-text.tsx";
import { Icon } from "../ui/icons/icon.tsx";
import { NoAccess } from "../parts/no-access.tsx";
import { State } from "../ui/state.tsx";
import { StatusPill } from "../ui/status-pill.tsx";
import { useMessages } from "../ui/messages/use-messages.ts";
import { holds, linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import type { ChoiceSearch, Column, RowAction } from "../parts/list-page/column.ts";
import { downloadText } from "../parts/list-page/csv.ts";
import { deletable, deletedText } from "../parts/list-page/deletable.ts";
import { Table } from "../parts/list-page/table.tsx";
import { useExport } from "../parts/list-page/use-export.ts";
import { useList } from "../parts/list-page/use-list.ts";
import { useOwnSearch } from "../parts/list-page/use-own-search.ts";
import { CreateVersionDialog } from "../parts/versions/create-version-dialog.tsx";
import { openSolution } from "../parts/links/open-solution.ts";
import { canUndo, DeleteSolutions } from "./delete-solutions.tsx";
import { solutionStatus } from "../parts/versions/solution-status.ts";
import { useDeletion } from "../parts/list-page/use-deletion.ts";
import { solutionLists, type Solution } from "../parts/versions/resources.ts";
import { startIn } from "../parts/first-run/start-hash.ts";
import { useCreateVersion } from "../parts/versions/use-create-version.ts";
import { useDeployed, useSolutionActions } from "./use-solutions.ts";
import { noGroup, useGroupSearch } from "../parts/search/use-group-search.ts";
import { VersionsPanel } from "./versions/versions-panel.tsx";
import { keyOf, nameOf } from "../parts/list-page/row-names.ts";

/** Contains the templates' drawings and the file parsers: loaded when a solution is added. */
const AddSolutionDialog = lazy(async () => ({ default: (await import("./add-solution-dialog.tsx")).AddSolutionDialog }));

const versionsOf = (solution: Solution) => <VersionsPanel solution={solution} />;

const userTitle = "User";

export function SolutionsPage() {
  const profile = useProfile();
  const messages = useMessages();
  const href = linkFor(profile, "solutions", "GET");
  useEffect(() => {
    if (href === undefined) messages.error(userTitle, "No user reference to solutions found");
  }, [href, messages]);
  if (href === undefined) {
    return <NoAccess icon="solutions" noun="solutions" needs={["solutions.list"]} />;
  }
  return <SolutionsTable href={href} />;
}

function SolutionsTable({ href }: { readonly href: string }) {
  const profile = useProfile();
  const search = useSearch({ from: "/signed-in/admin/solutions" });
  const navigate = useNavigate();
  const onSearch = useOwnSearch();
  const list = useList("solutions.list", { name: "solutions", href, search, onSearch });
  const deployed = useDeployed();
  const { add, duplicate, exportFile, saver } = useSolutionActions();
  const createVersion = useCreateVersion();
  const deletion = useDeletion(solutionLists);
  const [deleting, setDeleting] = useState<readonly Solution[]>([]);
  // The first step of a new organisation leads here, with what to start from.
  const start = useLocation({ select: ({ hash }) => startIn(hash) });
  const [adding, setAdding] = useState(start !== undefined);
  const [versioning, setVersioning] = useState<Solution>();
  const create = linkFor(profile, "solutions", "POST");
  const columns = columnsFor(deployed, saver, useGroupSearch(), holds(profile, "solution.update"));
  const exportAll = useExport("solutions.list", href, search);

  const askDelete = (solutions: readonly Solution[]) => {
    if (canUndo(solutions, deployed))
      deletion.withUndo(deletable("solution.delete", solutions), deletedText(solutions, { one: "solution", many: "solutions" }));
    else setDeleting(solutions);
  };
  // Last changed first, so that a new one is on screen whatever was sorted or searched before.
  const showNewest = () => onSearch({ sort: "-updatedDate" });
  const closeAdd = () => {
    setAdding(false);
    // Without the hash, so that loading the page again does not open the dialog.
    if (start !== undefined) onSearch(search);
  };
  const added = (made: Solution) => {
    setAdding(false);
    showNewest();
    openSolution(keyOf(made));
  };
  const copy = async (solution: Solution, at: string) => {
    if (await duplicate(solution, at)) showNewest();
  };
  const actions = (solution: Solution): readonly RowAction[] => [
    ...(holds(profile, "solution.update")
      ? [
          { icon: "external" as const, label: `Open ${nameOf(solution)}`, run: () => openSolution(keyOf(solution)) },
          { icon: "version" as const, label: `Create version of ${nameOf(solution)}`, run: () => setVersioning(solution) },
        ]
      : []),
    ...(linkFor(solution, "releases", "GET") === undefined
      ? []
      : [
          {
            icon: "rocket" as const,
            label: `Releases of ${nameOf(solution)}`,
            run: () => void navigate({ to: "/admin/solutions/$webSafeString/releases", params: { webSafeString: keyOf(solution) } }),
          },
        ]),
    ...(linkFor(solution, "monitors", "GET") === undefined
      ? []
      : [
          {
            icon: "bell" as const,
            label: `Monitors of ${nameOf(solution)}`,
            run: () => void navigate({ to: "/admin/monitors", search: { solution: keyOf(solution) } }),
          },
        ]),
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
        rowName={nameOf}
        {...(create === undefined ? {} : { onAdd: () => setAdding(true) })}
        {...(holds(profile, "solution.delete") ? { onDelete: askDelete } : {})}
        onExport={() => void exportAll(columns, (text) => downloadText("solutions.csv", text))}
        actions={actions}
        actionsWidth={232}
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
          <AddSolutionDialog startWith={start} create={(body, lists) => add(create, body, lists)} onAdded={added} onClose={closeAdd} />
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
  mayOpen: boolean,
): readonly Column<Solution>[] {
  const statusOf = (solution: Solution) => solutionStatus(deployed?.bySolution.get(keyOf(solution)) ?? []);
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
            save: saver("solution.update", "groupWss", (text) => (text === noGroup.value ? null : text)),
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
      show: (solution) => (mayOpen ? <SolutionLink solution={solution} /> : nameOf(solution)),
      text: nameOf,
      edit: { value: nameOf, save: saver("solution.update", "name"), maxLength: 200 },
    },
    {
      name: "description",
      title: "Description",
      place: "description",
      sortable: true,
      show: (solution) => solution._embedded.description,
      text: (solution) => solution._embedded.description,
      edit: { value: (solution) => solution._embedded.description, save: saver("solution.update", "description"), maxLength: 2000 },
    },
    group,
    // Who may not list versions cannot know the status either.
    ...(deployed ? [status] : []),
    {
      name: "updatedDate",
      title: "Last changed",
      place: "when",
      sortable: true,
      width: "clamp(146px, 11vw, 160px)",
      show: (solution) => <DateText date={solution._embedded.updatedDate} />,
      text: (solution) => solution._embedded.updatedDate,
    },
  ];
}

/** Opens the editor. The pencil beside it, or F2, renames the solution. */
function SolutionLink({ solution }: { readonly solution: Solution }) {
  return (
    <a
      className="cell-link"
      href={`/solution/${keyOf(solution)}`}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        openSolution(keyOf(solution));
      }}
    >
      {nameOf(solution)}
    </a>
  );
}

import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { holds, linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import { FaultPanel } from "../parts/fault/fault-panel.tsx";
import { useOwnSearch } from "../parts/list-page/use-own-search.ts";
import { NoAccess } from "../parts/no-access.tsx";
import { FilterMenu } from "../parts/search/filter-menu.tsx";
import { SearchField } from "../parts/search/search-field.tsx";
import { useMinute } from "../parts/time-range/use-minute.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { PageWithPanel } from "../ui/page-with-panel.tsx";
import { State } from "../ui/state.tsx";
import { MonitorDialog } from "./monitor-dialog.tsx";
import { MonitorPanel } from "./monitor-panel.tsx";
import { MonitorRow } from "./monitor-row.tsx";
import { matchingMonitors, shownMonitors, shows, type Shown } from "./shown-monitors.ts";
import { useMonitors, type Monitor } from "./use-monitors.ts";
import "./monitors.css";

/** The monitors of all solutions, those that fire first, and the chosen one beside them. */
export function MonitorsPage() {
  const { mayList, monitors } = useMonitors();
  if (!mayList) return <NoAccess icon="bell" noun="monitors" needs={["versions.list"]} />;
  if (monitors.data === undefined && monitors.error) {
    return (
      <section className="card">
        <FaultPanel error={monitors.error} onRetry={() => void monitors.refetch()} />
      </section>
    );
  }
  return <Monitors monitors={monitors.data?.items} />;
}

function Monitors({ monitors }: { readonly monitors: readonly Monitor[] | undefined }) {
  const profile = useProfile();
  const now = useMinute();
  const { show, solution, monitor: openedId, q = "" } = useSearch({ from: "/signed-in/admin/monitors" });
  const onSearch = useOwnSearch<Readonly<Record<string, string | undefined>>>();
  const [editing, setEditing] = useState<Monitor | "new">();
  const change = (next: Readonly<Record<string, string | undefined>>) =>
    onSearch((before) => Object.fromEntries(Object.entries({ ...before, ...next }).filter(([, value]) => value !== undefined)));
  const mayAdd = holds(profile, "solution.update") && linkFor(profile, "solutions", "GET") !== undefined;
  const shown: Shown = shows.find(({ value }) => value === show)?.value ?? "all";
  const matching = matchingMonitors(monitors ?? [], { solution, q });
  const rows = shownMonitors(matching, shown, now);
  const opened = monitors?.find(({ _embedded }) => _embedded.webSafeString === openedId);
  const at = opened === undefined ? -1 : rows.indexOf(opened);
  const step = (to: Monitor | undefined) =>
    at === -1 || to === undefined ? undefined : () => change({ monitor: to._embedded.webSafeString });
  const solutions = solutionsOf(monitors ?? []);
  const addButton = mayAdd && (
    <Button variant="contained" startIcon={<Icon name="plus" size={16} />} onClick={() => setEditing("new")}>
      Add
    </Button>
  );
  return (
    <PageWithPanel className="monitors" isOpen={opened !== undefined}>
      <section className="card monitor-list" aria-label="Monitors" aria-busy={monitors === undefined}>
        <header>
          <fieldset className="monitor-tabs" aria-label="Show">
            {shows.map(({ value, title }) => (
              <button
                type="button"
                key={value}
                aria-pressed={value === shown}
                onClick={() => change({ show: value === "all" ? undefined : value })}
              >
                {title} <span className="num">{monitors === undefined ? "" : shownMonitors(matching, value, now).length}</span>
              </button>
            ))}
          </fieldset>
          {(solutions.length > 1 || solution !== undefined) && (
            <FilterMenu label="Solution" value={solution} choices={solutions} onChange={(next) => change({ solution: next })} />
          )}
          <SearchField label="Filter monitors" value={q} onChange={(text) => change({ q: text === "" ? undefined : text })} />
          {addButton}
        </header>
        {monitors === undefined ? (
          <div className="monitor-waiting">
            {[1, 2, 3, 4].map((row) => (
              <Skeleton key={row} variant="rounded" height={44} />
            ))}
          </div>
        ) : rows.length > 0 ? (
          <ul>
            {rows.map((monitor) => (
              <MonitorRow key={monitor._embedded.webSafeString} monitor={monitor} isOpened={monitor === opened} now={now} />
            ))}
          </ul>
        ) : monitors.length > 0 ? (
          <State
            icon="bell"
            tone="quiet"
            title="No monitor matches"
            actions={
              <Button variant="outlined" onClick={() => change({ show: undefined, solution: undefined, q: undefined })}>
                Clear filter
              </Button>
            }
          >
            <p>No monitor has this state, this name or this solution.</p>
          </State>
        ) : (
          <State icon="bell" title="No monitors yet" actions={addButton}>
            <p>
              A monitor watches failures, latency, volume or outcomes of the decisions of a solution. It sends an email when a value is
              outside its limits.
            </p>
          </State>
        )}
      </section>
      {opened !== undefined && (
        <MonitorPanel
          key={opened._embedded.webSafeString}
          monitor={opened}
          now={now}
          previous={step(rows[at - 1])}
          next={step(rows[at + 1])}
          onEdit={() => setEditing(opened)}
          onClose={() => change({ monitor: undefined })}
        />
      )}
      {editing !== undefined && (
        <MonitorDialog
          monitor={editing === "new" ? undefined : editing}
          solutionId={solution}
          onSaved={(monitor) => {
            setEditing(undefined);
            change({ monitor });
          }}
          onClose={() => setEditing(undefined)}
        />
      )}
    </PageWithPanel>
  );
}

function solutionsOf(monitors: readonly Monitor[]) {
  const names = new Map(monitors.map(({ _embedded: { solutionWss, solutionName } }) => [solutionWss, solutionName]));
  return [...names].map(([value, label]) => ({ value, label })).toSorted((one, other) => one.label.localeCompare(other.label));
}

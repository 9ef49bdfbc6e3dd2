import Button from "@mui/material/Button";
import { useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { FaultPanel } from "../parts/fault/fault-panel.tsx";
import { ButtonLink } from "../ui/button-link.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { PageWithPanel } from "../ui/page-with-panel.tsx";
import { State } from "../ui/state.tsx";
import { NoAccess } from "../parts/no-access.tsx";
import { linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import { useAllPages } from "../api/use-all-pages.ts";
import { FilterMenu } from "../parts/search/filter-menu.tsx";
import { Table } from "../parts/list-page/table.tsx";
import { filteredBy } from "../parts/list-page/table-search.ts";
import { useList } from "../parts/list-page/use-list.ts";
import { useOwnSearch } from "../parts/list-page/use-own-search.ts";
import { ErasureDialog } from "./exports/erasure-dialog.tsx";
import { ExportsDialog } from "./exports/exports-dialog.tsx";
import { executionColumns } from "./executions-table.tsx";
import type { ExecutionsSearch } from "../parts/links/executions-search.ts";
import { isLongId, readWords } from "./filters/find-words.ts";
import { MoreFilter } from "./filters/more-filter.tsx";
import { millisOf } from "./filters/more-text.ts";
import { spanStart, timeOf } from "../parts/time-range/spans.ts";
import { RolloutFilter } from "./filters/rollout-filter.tsx";
import { TracePanel } from "./trace-panel.tsx";
import { useMinute } from "../parts/time-range/use-minute.ts";
import { keptSelection, shownVersions, versionsFilter } from "./shown-versions.ts";
import { VersionsTable } from "./versions-table.tsx";
import { WhenFilter } from "../parts/time-range/when-filter.tsx";
import { keyOf } from "../parts/list-page/row-names.ts";
import "./executions-page.css";

const statuses = [
  { value: "completed", label: "Completed" },
  { value: "failed", label: "Failed" },
];
const liveMillis = 5_000;

export function ExecutionsPage() {
  const profile = useProfile();
  const href = linkFor(profile, "executions", "GET");
  const versions = linkFor(profile, "versions", "GET");
  return href === undefined || versions === undefined ? (
    <NoAccess icon="executions" noun="executions" needs={["executions.list", "versions.list"]} />
  ) : (
    <Executions href={href} versionsHref={versions} />
  );
}

function Executions({ href, versionsHref }: { readonly href: string; readonly versionsHref: string }) {
  const now = useMinute();
  const search = useSearch({ from: "/signed-in/admin/executions" });
  const onSearch = useOwnSearch<ExecutionsSearch>();
  const filter = (change: Readonly<Record<string, string | undefined>>) => onSearch(filteredBy(search, change));

  const deployed = useAllPages("versions.list", {
    queryKey: ["deployed versions", versionsHref],
    href: versionsHref,
    refetchInterval: liveMillis,
  });
  const showStopped = search.running === "all";
  const versions = shownVersions(deployed.data?.items, showStopped);
  const chosen = useMemo(() => new Set(search.versions?.split(",") ?? []), [search.versions]);

  const { q: words = "", ...rest } = search;
  const criteria = readWords(words);
  const { search: text, ...fields } = criteria;
  const from = timeOf(search.from) ?? spanStart(search.span, now);
  const of = versionsFilter(versions, chosen, showStopped || isLongId(text));
  const { reason, min, max } = search;
  const more = {
    ...(reason && { reasonCode: reason }),
    ...(millisOf(min) && { minMillis: millisOf(min) }),
    ...(millisOf(max) && { maxMillis: millisOf(max) }),
  };
  const rollout = { rollout: search.rollout, arm: search.arm };
  const filters = { ...fields, ...more, ...rollout, versions: of.ids, from, to: timeOf(search.to), status: search.status };
  const asking = text === undefined ? rest : { ...rest, q: text };
  const list = useList("executions.list", {
    name: "executions",
    href: of.ready ? href : undefined,
    search: asking,
    onSearch,
    filters,
    refreshMillis: liveMillis,
  });
  const [asks, setAsks] = useState<"export" | "erasure">();
  const erasures = linkFor(useProfile(), "erasures", "POST");
  const columns = executionColumns(search.execution, (code) => filter({ reason: code }));

  const opened = search.execution;
  const ids = list.rows?.map(keyOf) ?? [];
  const at = opened === undefined ? -1 : ids.indexOf(opened);
  const { execution: _opened, ...closed } = search;
  const open = (execution: string | undefined) => onSearch(execution === undefined ? closed : { ...closed, execution });
  const step = (id: string | undefined) => (at === -1 || id === undefined ? undefined : () => open(id));

  // Versions are polled: what is shown stays when one poll fails.
  if (deployed.error && deployed.data === undefined) return <FaultPanel error={deployed.error} onRetry={() => void deployed.refetch()} />;
  if (deployed.data?.items.length === 0) {
    return (
      <section className="card" aria-label="Executions">
        <State
          icon="executions"
          title="No version has been deployed yet"
          actions={
            <ButtonLink variant="contained" to="/admin/solutions">
              Open solutions
            </ButtonLink>
          }
        >
          <p>Start serving a version of a solution. Every decision it makes is stored and can be opened here, step by step.</p>
        </State>
      </section>
    );
  }
  return (
    <PageWithPanel className="executions" isOpen={opened !== undefined}>
      <div className="page-lists">
        <VersionsTable
          versions={versions ?? []}
          chosen={chosen}
          onChoose={(next) => filter({ versions: next.size === 0 ? undefined : [...next].join(",") })}
          showStopped={showStopped}
          onShowStopped={(show) =>
            filter({ running: show ? "all" : undefined, versions: show ? search.versions : keptSelection(deployed.data?.items, chosen) })
          }
        />
        {versions?.length === 0 && chosen.size === 0 ? (
          <section className="card" aria-label="Executions">
            <State icon="executions" title="No version is serving">
              <p>Tick &apos;Show stopped versions&apos; to see the executions of stopped versions.</p>
            </State>
          </section>
        ) : (
          <Table
            noun={{ one: "execution", many: "executions" }}
            label="Executions"
            columns={columns}
            list={list}
            rowName={(row) => row._embedded.started}
            searchHint="Text, id or age > 30"
            defaultSort="-started"
            opening={{ key: opened, onOpen: open }}
            filters={{
              names: ["versions", "running", "span", "from", "to", "status", "reason", "min", "max", "rollout", "arm"],
              controls: (
                <>
                  <WhenFilter when={search} onChange={(when) => filter({ ...when })} />
                  <FilterMenu label="Status" value={search.status} choices={statuses} onChange={(status) => filter({ status })} />
                  <RolloutFilter rollout={search.rollout} arm={search.arm} onChange={filter} />
                  <MoreFilter more={search} onChange={(change) => filter({ ...change })} />
                  <Button
                    size="small"
                    color="inherit"
                    className="filter"
                    startIcon={<Icon name="download" size={14} />}
                    onClick={() => setAsks("export")}
                  >
                    Export
                  </Button>
                  {erasures !== undefined && (
                    <Button
                      size="small"
                      color="inherit"
                      className="filter"
                      startIcon={<Icon name="trash" size={14} />}
                      onClick={() => setAsks("erasure")}
                    >
                      Erase
                    </Button>
                  )}
                </>
              ),
            }}
            empty={
              <State icon="executions" title="No executions yet">
                <p>Decisions of these versions appear here within seconds.</p>
              </State>
            }
          />
        )}
      </div>
      {asks === "export" && (
        <ExportsDialog
          filters={{ ...filters, search: text }}
          found={sentence(`${list.total ?? "all"} executions`)}
          onClose={() => setAsks(undefined)}
        />
      )}
      {asks === "erasure" && erasures !== undefined && <ErasureDialog href={erasures} onClose={() => setAsks(undefined)} />}
      {opened !== undefined && (
        <TracePanel key={opened} id={opened} previous={step(ids[at - 1])} next={step(ids[at + 1])} onClose={() => open(undefined)} />
      )}
    </PageWithPanel>
  );
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

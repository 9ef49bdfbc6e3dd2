import Button from "@mui/material/Button";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import { Table } from "../parts/list-page/table.tsx";
import { downloadText } from "../parts/list-page/csv.ts";
import { filteredBy } from "../parts/list-page/table-search.ts";
import { useExport } from "../parts/list-page/use-export.ts";
import { useList } from "../parts/list-page/use-list.ts";
import { useOwnSearch } from "../parts/list-page/use-own-search.ts";
import type { RequestsSearch } from "../parts/links/requests-search.ts";
import { NoAccess } from "../parts/no-access.tsx";
import { FilterMenu } from "../parts/search/filter-menu.tsx";
import { useMinute } from "../parts/time-range/use-minute.ts";
import { spanStart } from "../parts/time-range/spans.ts";
import { WhenFilter } from "../parts/time-range/when-filter.tsx";
import { whenText } from "../parts/time-range/when-text.ts";
import { PageWithPanel } from "../ui/page-with-panel.tsx";
import { State } from "../ui/state.tsx";
import { RequestPanel } from "./request-panel.tsx";
import { everything, requestedTimes, shownWhen, whenWords } from "./requests-range.ts";
import { RequestsChart } from "./requests-chart.tsx";
import { requestColumns, type RefusedRequest } from "./requests-table.tsx";
import { useCounts } from "./use-counts.ts";
import { keyOf } from "../parts/list-page/row-names.ts";
import "./requests-page.css";

const liveMillis = 5_000;

export function RequestsPage() {
  const href = linkFor(useProfile(), "refusedRequests", "GET");
  return href === undefined ? <NoAccess icon="api" noun="requests" needs={["executions.list"]} /> : <Requests href={href} />;
}

function Requests({ href }: { readonly href: string }) {
  const countsHref = linkFor(useProfile(), "refusedRequestCounts", "GET");
  const now = useMinute();
  const search = useSearch({ from: "/signed-in/admin/requests" });
  const onSearch = useOwnSearch<RequestsSearch>();
  const filter = (change: Readonly<Record<string, string | undefined>>) => onSearch(filteredBy(search, change));

  const { list: times, chart } = requestedTimes(search, now);
  const { caller, code, solution, version } = search;
  const filters = { ...times, caller, code, solution, version };
  const list = useList("refusedRequests.list", { name: "refused requests", href, search, onSearch, filters, refreshMillis: liveMillis });
  const range = { from: chart.start, to: chart.end, gran: chart.gran };
  const counts = useCounts(countsHref, { ...range, caller, code, solution, version, search: search.q });
  const choices = useCounts(countsHref, range).data;
  const exportAll = useExport("refusedRequests.list", href, search, filters);
  const when = whenWords(search, whenText(search.from, search.to));

  const { opened, request, open, step } = useOpened(search, list.rows, onSearch);
  const columns = requestColumns(request === undefined ? undefined : opened);
  return (
    <PageWithPanel className="requests" isOpen={request !== undefined}>
      <div className="page-lists">
        {!counts.isError && (
          <RequestsChart
            counts={counts.data}
            gran={chart.gran}
            when={when}
            onChoose={({ start, end }) => filter({ span: undefined, from: start.toISOString(), to: end.toISOString() })}
          />
        )}
        <Table
          noun={{ one: "refused request", many: "refused requests" }}
          label="Refused requests"
          columns={columns}
          list={list}
          rowName={(row) => row._embedded.at}
          searchHint="Find a correlation id"
          defaultSort="-at"
          opening={{ key: opened, onOpen: open }}
          onExport={() => void exportAll(requestColumns(undefined), (text) => downloadText("refused-requests.csv", text))}
          filters={{
            names: ["span", "from", "to", "caller", "code", "solution", "version"],
            controls: (
              <>
                <WhenFilter
                  when={shownWhen(search)}
                  onChange={(next) => filter({ ...next, ...(isUnset(next) ? { span: everything } : {}) })}
                />
                <FilterMenu label="Caller" value={caller} choices={callersOf(choices)} onChange={(next) => filter({ caller: next })} />
                <FilterMenu label="Code" value={code} choices={codesOf(choices)} onChange={(next) => filter({ code: next })} />
                <FilterMenu
                  label="Solution"
                  value={solution}
                  choices={solutionsOf(choices)}
                  onChange={(next) => filter({ solution: next, version: undefined })}
                />
              </>
            ),
          }}
          empty={
            <State
              icon="api"
              title="No refused requests"
              actions={
                <Button variant="outlined" onClick={() => filter({ span: everything })}>
                  Show the last 30 days
                </Button>
              }
            >
              <p>
                No call with a key of this organisation was refused {when}. Refused calls appear here within seconds and are kept for 30
                days.
              </p>
            </State>
          }
        />
      </div>
      {request !== undefined && (
        <RequestPanel
          key={opened}
          request={request}
          countsHref={countsHref}
          since={spanStart("day", now) ?? chart.start}
          previous={step(-1)}
          next={step(1)}
          onShowLike={(like) => onSearch(filteredBy({}, { ...like }))}
          onClose={() => open(undefined)}
        />
      )}
    </PageWithPanel>
  );
}

/** The opened request. Its row stays when newer ones push it off the page. */
function useOpened(search: RequestsSearch, rows: readonly RefusedRequest[] | undefined, onSearch: (next: RequestsSearch) => void) {
  const [kept, setKept] = useState<RefusedRequest>();
  const { request: opened, ...closed } = search;
  const at = rows?.findIndex((row) => keyOf(row) === opened) ?? -1;
  const found = rows?.[at];
  if (found !== undefined && found !== kept) setKept(found);
  const request = found ?? (kept !== undefined && keyOf(kept) === opened ? kept : undefined);
  const open = (key: string | undefined) => onSearch(key === undefined ? closed : { ...closed, request: key });
  const step = (by: 1 | -1) => {
    const row = at === -1 ? undefined : rows?.[at + by];
    return row === undefined ? undefined : () => open(keyOf(row));
  };
  return { opened, request, open, step };
}

function isUnset({
  span,
  from,
  to,
}: {
  readonly span?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}) {
  return span === undefined && from === undefined && to === undefined;
}

type Counts = ReturnType<typeof useCounts>["data"];

function callersOf(counts: Counts) {
  return (counts?.callers ?? []).map(({ callerWss, callerName }) => ({ value: callerWss, label: callerName ?? callerWss }));
}

function codesOf(counts: Counts) {
  return (counts?.codes ?? []).map(({ code, status }) => ({ value: code, label: `${status} ${code}` }));
}

function solutionsOf(counts: Counts) {
  return (counts?.solutions ?? []).map(({ solutionWss, solutionName }) => ({ value: solutionWss, label: solutionName }));
}

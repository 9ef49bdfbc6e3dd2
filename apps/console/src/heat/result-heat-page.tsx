import type { ExperimentResultFields, Resource, ResultHeatFields } from "@airlock/contract";
import { heatOverlay, shareText } from "@airlock/editor";
import { Canvas, EditorContext, usePart } from "@airlock/editor/react";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useMemo, type ReactNode } from "react";
import { asProblem } from "../api/api-problem.ts";
import { useDiagram } from "../diagram/use-diagram.ts";
import { FaultPanel } from "../fault/fault-panel.tsx";
import { shortDate } from "../format/dates.ts";
import { counted, number } from "../format/numbers.ts";
import { Icon } from "../look/icon.tsx";
import { Logo } from "../look/logo.tsx";
import { State } from "../look/state.tsx";
import { useTitle } from "../look/use-title.ts";
import { NotFoundPage } from "../public-pages/not-found-page.tsx";
import { NoAccess } from "../session/no-access.tsx";
import { linkFor } from "../session/permissions.ts";
import { useClient, useProfile } from "../session/use-session.ts";
import { ProgressLine } from "../shell/progress-line.tsx";
import { DeadParts, Figure, NodeHead } from "./heat-parts.tsx";
import { HeatScale } from "./heat-scale.tsx";
import "../solution/solution-page.css";
import "./heat.css";

/** Where the records of a result went through the flow that ran, on its diagram. */
export function ResultHeatPage() {
  const { webSafeString } = useParams({ from: "/signed-in/experiments/result/$webSafeString/heat" });
  const { mayRead, result, heat } = useResultHeat(webSafeString);
  const told = result.data?._embedded;
  const error = result.error ?? heat.error;
  useTitle(told ? `Heat - ${told.solutionName}` : "Heat");
  if (!mayRead) return <Alone content={<NoAccess icon="experiments" to="results" />} />;
  if (error) {
    if (asProblem(error).status === 404) return <NotFoundPage />;
    return <Alone content={<FaultPanel error={error} onRetry={() => void Promise.all([result.refetch(), heat.refetch()])} />} />;
  }
  if (result.data !== undefined && linkFor(result.data, "heat", "GET") === undefined) {
    const state = (
      <State icon="clock" tone="quiet" title="This result is not done">
        <p>Where its records went is told once all of them have run.</p>
      </State>
    );
    return <Alone content={state} />;
  }
  return (
    <div className="sd">
      <Link to="/admin/experiments/configs" className="sd-brand" aria-label="Airlock, all experiments">
        <Logo />
        <span>Airlock</span>
      </Link>
      <header className="sd-bar">
        <div className="sd-title heat-of">
          <h1 className="clip">{told ? `${told.solutionName}, ${told.versionName ?? "as saved"}` : "Heat"}</h1>
          {told && (
            <span className="muted num clip">
              Result of {shortDate(told.created)}, {told.datasource.name}
            </span>
          )}
        </div>
        <Button
          color="inherit"
          startIcon={<Icon name="chart" size={16} />}
          href={`/experiments/result/${encodeURIComponent(webSafeString)}`}
        >
          Visualiser
        </Button>
        <ProgressLine />
      </header>
      {heat.data === undefined ? <main className="sd-centre" aria-busy="true" /> : <Drawn heat={heat.data._embedded} />}
    </div>
  );
}

function useResultHeat(id: string) {
  const client = useClient();
  const href = linkFor(useProfile(), "experimentResult", "GET")?.replace("{experimentResultId}", encodeURIComponent(id));
  const result = useQuery({
    queryKey: ["result heat", "result", href],
    enabled: href !== undefined,
    queryFn: ({ signal }) => client.request<Resource<ExperimentResultFields>>("GET", href ?? "", { signal }),
  });
  const heatHref = linkFor(result.data, "heat", "GET");
  const heat = useQuery({
    queryKey: ["result heat", heatHref],
    enabled: heatHref !== undefined,
    // What ran has ended: it does not change any more.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => client.request<Resource<ResultHeatFields>>("GET", heatHref ?? "", { signal }),
  });
  return { mayRead: href !== undefined, result, heat };
}

function Alone({ content }: { readonly content: ReactNode }) {
  return <main className="sd-alone">{content}</main>;
}

function Drawn({ heat }: { readonly heat: ResultHeatFields }) {
  const surroundings = useDiagram(heat.definition);
  const overlay = useMemo(() => heatOverlay(heat.definition, heat, "no record came here", "records"), [heat]);
  const bar = (
    <section className="heat-bar" aria-label="Heat">
      <b>Heat</b>
      <output className="num heat-sum">
        <span>
          <b>{number(heat.total)}</b> {heat.total === 1 ? "record" : "records"}
        </span>
        {heat.refused > 0 && <span className="muted">{counted(heat.refused, "refused, not run", "refused, not run")}</span>}
      </output>
      <span className="grow" />
      <HeatScale />
    </section>
  );
  return (
    <EditorContext value={surroundings}>
      <main className="sd-centre heat-centre">
        <Canvas fits findings={[]} overlay={overlay} above={bar} />
      </main>
      <aside className="sd-details" aria-label="Traffic">
        <div className="sd-details-panel heat-details">
          <Details heat={heat} />
        </div>
      </aside>
    </EditorContext>
  );
}

function Details({ heat }: { readonly heat: ResultHeatFields }) {
  const node = usePart("selection", (state) => state.document.nodes.get([...state.selection.nodes][0] ?? ""));
  const counts = node === undefined ? undefined : heat.nodes.find(({ id }) => id === node.id);
  const ran = heat.total - heat.refused;
  return (
    <>
      <NodeHead node={node} all="All records" />
      <div className="heat-figures num">
        <Figure value={number(counts?.count ?? ran)} says="records" />
        <Figure value={shareText(counts?.share ?? (ran === 0 ? 0 : 1))} says="of all" />
        <Figure value={number(counts?.failed ?? heat.failed)} says={counts === undefined ? "failed" : "failed here"} />
      </div>
      {node === undefined && <DeadParts told={heat} nobody="No record was run." />}
    </>
  );
}

import type { ResultHeatFields } from "@airlock/contract";
import { notDecided } from "@airlock/contract/comparison-outcome";
import { heatOverlay, shareText } from "@airlock/editor";
import { Canvas, EditorContext, FlowLevels, useFlowLevel, usePart } from "@airlock/editor/react";
import Button from "@mui/material/Button";
import { useParams } from "@tanstack/react-router";
import { useMemo, type ReactNode } from "react";
import { useDiagram } from "../parts/diagram/use-diagram.ts";
import { shortDate } from "../ui/format/dates.ts";
import { number } from "../ui/format/numbers.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { State } from "../ui/state.tsx";
import { useTitle } from "../ui/use-title.ts";
import { NoAccess } from "../parts/no-access.tsx";
import { fillAddress } from "../api/calls.ts";
import { linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import { useResource } from "../api/use-resource.ts";
import { DeadParts, Figure, NodeHead } from "../parts/heat-map/heat-parts.tsx";
import { HeatScale } from "../parts/heat-map/heat-scale.tsx";
import { HeatWindow } from "../parts/heat-map/heat-window.tsx";
import { FaultPanel } from "../parts/fault/fault-panel.tsx";
import { FailedWindow } from "../parts/fault/failed-window.tsx";
import { WindowAlone } from "../ui/window-alone.tsx";
import "../parts/heat-map/heat.css";

/** The paths of a result's records through the executed flow, on its diagram. */
export function ResultHeatMapPage() {
  const { webSafeString } = useParams({ from: "/signed-in/experiments/result/$webSafeString/heat" });
  const { mayRead, result, heat } = useResultHeat(webSafeString);
  const embedded = result.data?._embedded;
  const error = result.error ?? heat.error;
  useTitle(embedded ? `Heat map - ${embedded.solutionName}` : "Heat map");
  if (!mayRead)
    return (
      <WindowAlone>
        <NoAccess icon="experiments" noun="results" needs={["experiment.result.read"]} />
      </WindowAlone>
    );
  const retry = () => Promise.all([result.refetch(), heat.refetch()]);
  if (error && heat.data === undefined) return <FailedWindow error={error} onRetry={retry} />;
  if (result.data !== undefined && linkFor(result.data, "heat", "GET") === undefined) {
    const state = (
      <State icon="clock" tone="quiet" title="This result is not done">
        <p>The heat map appears when all records have run.</p>
      </State>
    );
    return <WindowAlone>{state}</WindowAlone>;
  }
  const head = (
    <>
      <div className="sd-title heat-of">
        <h1 className="clip">{embedded ? `${embedded.solutionName}, ${embedded.versionName ?? "as saved"}` : "Heat map"}</h1>
        {embedded && (
          <span className="muted num clip">
            Result of {shortDate(embedded.created)}, {embedded.datasource.name}
          </span>
        )}
      </div>
      <Button color="inherit" startIcon={<Icon name="chart" size={16} />} href={`/experiments/result/${encodeURIComponent(webSafeString)}`}>
        Visualiser
      </Button>
    </>
  );
  return (
    <HeatWindow home="/admin/experiments/configs" homeLabel="Airlock, all experiments" head={head}>
      {heat.data === undefined ? (
        <main className="sd-centre" aria-busy="true" />
      ) : (
        <Drawn heat={heat.data._embedded} failure={error && <FaultPanel error={error} onRetry={() => void retry()} />} />
      )}
    </HeatWindow>
  );
}

function useResultHeat(id: string) {
  const href = fillAddress(linkFor(useProfile(), "experimentResult", "GET"), { experimentResultId: id });
  const result = useResource("experimentResult.read", { queryKey: ["result heat", "result", href], href, isForeground: true });
  const heatHref = linkFor(result.data, "heat", "GET");
  const heat = useResource("experimentResult.heat", {
    queryKey: ["result heat", heatHref],
    href: heatHref,
    isForeground: true,
    // What ran has ended: it does not change any more.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { mayRead: href !== undefined, result, heat };
}

interface DrawnProps {
  readonly heat: ResultHeatFields;
  /** Why it could not be loaded again. */
  readonly failure: ReactNode;
}

function Drawn({ heat, failure }: DrawnProps) {
  const surroundings = useDiagram(heat.definition);
  const overlay = useMemo(() => heatOverlay(heat.definition, heat, "no record reached this", "records"), [heat]);
  const bar = (
    <section className="heat-bar" aria-label="Heat map">
      <b>Heat map</b>
      <output className="num heat-sum">
        <span>
          <b>{number(heat.total)}</b> {heat.total === 1 ? "record" : "records"}
        </span>
        {heat.refused > 0 && (
          <span className="muted">
            {notDecided} {number(heat.refused)} ({shareText(heat.refused / heat.total)})
          </span>
        )}
      </output>
      <span className="grow" />
      <HeatScale />
    </section>
  );
  return (
    <EditorContext value={surroundings}>
      <FlowLevels>
        <main className="sd-centre heat-centre">
          <Canvas fits findings={[]} overlay={overlay} above={bar} />
        </main>
        <aside className="sd-details" aria-label="Heat map">
          <div className="scroll-rest heat-details">
            {failure}
            <Details heat={heat} />
          </div>
        </aside>
      </FlowLevels>
    </EditorContext>
  );
}

function Details({ heat }: { readonly heat: ResultHeatFields }) {
  const node = usePart("selection", (state) => state.document.nodes.get([...state.selection.nodes][0] ?? ""));
  const { path } = useFlowLevel();
  const counts = node === undefined ? undefined : heat.nodes.find(({ id }) => id === `${path}${node.id}`);
  return (
    <>
      <NodeHead node={node} all="All records" />
      <div className="heat-figures num">
        <Figure value={number(counts?.count ?? heat.total)} says="records" />
        <Figure value={shareText(counts?.share ?? (heat.total === 0 ? 0 : 1))} says="of all" />
        <Figure value={number(counts?.failed ?? heat.failed)} says={counts === undefined ? "failed" : "failed here"} />
        {node === undefined && heat.refused > 0 && (
          <Figure value={number(heat.refused)} says={`not decided, ${shareText(heat.refused / heat.total)} of all`} />
        )}
      </div>
      {node === undefined && <DeadParts heat={heat} empty="No record was run." />}
    </>
  );
}

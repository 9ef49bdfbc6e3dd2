import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import Skeleton from "@mui/material/Skeleton";
import Switch from "@mui/material/Switch";
import Tooltip from "@mui/material/Tooltip";
import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ButtonSpinner } from "../../ui/button-spinner.tsx";
import { asProblem } from "../../api/api-problem.ts";
import { FaultPanel } from "../../parts/fault/fault-panel.tsx";
import { shortDate } from "../../ui/format/dates.ts";
import { counted, number } from "../../ui/format/numbers.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { Logo } from "../../ui/icons/logo.tsx";
import { State } from "../../ui/state.tsx";
import { useTitle } from "../../ui/use-title.ts";
import { NotFoundPage } from "../../parts/not-found-page.tsx";
import { NoAccess } from "../../parts/no-access.tsx";
import { linkFor } from "../../api/session/permissions.ts";
import { LeaveGuard } from "../../ui/dialogs/leave-guard.tsx";
import { ProgressLine } from "../../parts/progress-line.tsx";
import { ResultChart } from "./result-chart.tsx";
import { channelNames } from "./chart/chart-spec.ts";
import { SidePanel } from "./side-panel.tsx";
import { useChart, type Chart } from "./use-chart.ts";
import { useResultDetails, type ResultDetails } from "./use-result.ts";
import { WindowAlone } from "../../ui/window-alone.tsx";
import "./visualiser.css";

/** `14 Nov 2026` */
const dayOf = (created: string) => shortDate(created).split(",")[0] ?? "-";

/** A result of an experiment as a chart, in a window of its own. */
export function VisualiserPage() {
  const { webSafeString } = useParams({ from: "/signed-in/experiments/result/$webSafeString" });
  const { mayRead, data, error, refetch } = useResultDetails(webSafeString);
  const title = data === undefined ? "Experiment result" : `Experiment result - ${dayOf(data._embedded.created)}`;
  useTitle(title);
  if (!mayRead) {
    return (
      <WindowAlone>
        <NoAccess icon="experiments" noun="the results of experiments" needs={["experiment.result.read"]} />
      </WindowAlone>
    );
  }
  // Queries are loaded again when permissions change: an unsaved chart stays when that fails.
  if (error && data === undefined) {
    if (asProblem(error).status === 404) return <NotFoundPage />;
    return (
      <Frame title={title}>
        {asProblem(error).code === "EXPERIMENT_RESULT_NOT_DONE" ? (
          <State
            icon="clock"
            tone="quiet"
            title="There are no results to show"
            actions={<Button onClick={() => void refetch()}>Try again</Button>}
          >
            <p>The run has not ended, or it ended without results.</p>
          </State>
        ) : (
          <FaultPanel error={error} onRetry={() => void refetch()} />
        )}
      </Frame>
    );
  }
  if (data === undefined) {
    return (
      <Frame title={title} isWaiting>
        <p className="vi-loading">Loading results...</p>
      </Frame>
    );
  }
  return <Opened key={webSafeString} details={data} title={title} />;
}

interface FrameProps {
  readonly title: string;
  readonly isWaiting?: boolean;
  readonly children: ReactNode;
}

/** The layout of the page around a placeholder for the chart. */
function Frame({ title, isWaiting = false, children }: FrameProps) {
  return (
    <div className="window-page vi">
      <TopBar title={title} />
      <div className="vi-side" aria-hidden="true">
        {isWaiting && channelNames.map((name) => <Skeleton key={name} variant="rounded" height={82} />)}
      </div>
      <main className="vi-stage">
        <section className="card vi-card" aria-label="Chart" aria-busy={isWaiting}>
          {children}
        </section>
      </main>
    </div>
  );
}

function Opened({ details, title }: { readonly details: ResultDetails; readonly title: string }) {
  const chart = useChart(details);
  const { solutionName, datasourceName, records, resultsCount, experimentConfigWss, experimentResultWss, created } = details._embedded;
  const used = records === "first" && resultsCount >= 1000 ? `first ${number(1000)} records` : counted(resultsCount, "record");
  return (
    <div className="window-page vi">
      <TopBar title={title} experiment={experimentConfigWss} about={`${solutionName} on ${datasourceName}, ${used}`}>
        {linkFor(details, "heat", "GET") !== undefined && (
          <Button startIcon={<Icon name="bolt" size={16} />} href={`/experiments/result/${experimentResultWss}/heat`} target="_blank">
            Heat map
          </Button>
        )}
        {linkFor(details, "whatIf", "POST") !== undefined && (
          <Button
            startIcon={<Icon name="thresholds" size={16} />}
            href={`/experiments/result/${experimentResultWss}/thresholds`}
            target="_blank"
          >
            Thresholds
          </Button>
        )}
        <ChartActions chart={chart} />
      </TopBar>
      <SidePanel chart={chart} />
      <main className="vi-stage">
        <ResultChart details={details} chart={chart} fileName={`experiment-${created.slice(0, 10)}`} />
      </main>
      <LeaveGuard isAtStake={chart.isAtStake} save={chart.save}>
        The chart was changed and not saved. If you leave, the change is lost.
      </LeaveGuard>
    </div>
  );
}

interface TopBarProps {
  readonly title: string;
  readonly about?: string;
  /** The experiment that it is a result of. */
  readonly experiment?: string;
  readonly children?: ReactNode;
}

function TopBar({ title, about, experiment, children }: TopBarProps) {
  return (
    <header className="window-bar vi-bar">
      {experiment === undefined ? (
        <Logo />
      ) : (
        <Link
          to="/admin/experiments/configs/$webSafeString"
          params={{ webSafeString: experiment }}
          search={{ tab: "execution" }}
          aria-label="All results of the experiment"
        >
          <Logo />
        </Link>
      )}
      <h1 className="clip">{title}</h1>
      {about !== undefined && (
        <span className="vi-about clip" title={about}>
          {about}
        </span>
      )}
      <span className="grow" />
      {children}
      <ProgressLine />
    </header>
  );
}

function ChartActions({ chart }: { readonly chart: Chart }) {
  const isBlank = Object.keys(chart.spec.encoding).length === 0;
  return (
    <>
      {chart.mayKeep && (
        <>
          <FormControlLabel
            className="vi-auto"
            labelPlacement="start"
            control={<Switch checked={chart.isAutoSaving} onChange={(_event, on) => chart.setAutoSaving(on)} />}
            label="Auto save"
          />
          <span className="vi-rule" />
        </>
      )}
      <Button color="inherit" variant="text" startIcon={<Icon name="x" size={16} />} disabled={isBlank} onClick={chart.clear}>
        Clear
      </Button>
      {chart.mayKeep && (
        <Tooltip title={chart.changed ? "" : "Nothing to save"}>
          <span>
            <Button
              variant="contained"
              disabled={!chart.changed || chart.isSaving}
              startIcon={chart.isSaving ? <ButtonSpinner /> : undefined}
              onClick={() => void chart.save()}
            >
              SAVE
            </Button>
          </span>
        </Tooltip>
      )}
    </>
  );
}

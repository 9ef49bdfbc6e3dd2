import { useParams } from "@tanstack/react-router";
import { exactDate } from "../ui/format/dates.ts";
import { Logo } from "../ui/icons/logo.tsx";
import { useTitle } from "../ui/use-title.ts";
import { NoAccess } from "../parts/no-access.tsx";
import { linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import { TraceDiagram } from "../parts/trace/trace-diagram.tsx";
import { TracePanel } from "./trace-panel.tsx";
import { useExecution } from "./use-execution.ts";
import { FailedWindow } from "../parts/fault/failed-window.tsx";
import { WindowAlone } from "../ui/window-alone.tsx";
import "./execution-page.css";

/** One execution drawn on the diagram of its version: what the link shows that one person sends to another. */
export function ExecutionPage() {
  const mayRead = linkFor(useProfile(), "execution", "GET") !== undefined;
  if (mayRead) return <OneExecution />;
  return (
    <WindowAlone>
      <NoAccess icon="executions" noun="executions" needs={["versionExecutions.list"]} />
    </WindowAlone>
  );
}

function OneExecution() {
  const { webSafeString } = useParams({ from: "/signed-in/execution/$webSafeString" });
  const { data, error, refetch } = useExecution(webSafeString);
  useTitle(data ? `Execution - ${data._embedded.solutionName}` : "Execution");
  if (error && data === undefined) return <FailedWindow error={error} onRetry={refetch} />;
  return (
    <div className="trace-window execution-page">
      <header className="window-bar">
        <a href="/admin/executions" aria-label="Executions">
          <Logo />
        </a>
        <h1 className="clip">
          {data === undefined ? "Execution" : `${data._embedded.solutionName}, ${data._embedded.versionName}`}
          {data !== undefined && <span className="muted num"> {exactDate(data._embedded.started)}</span>}
        </h1>
      </header>
      <main className="trace-window-diagram">{data !== undefined && <TraceDiagram traced={data._embedded} />}</main>
      <TracePanel id={webSafeString} hasDiagram={false} />
    </div>
  );
}

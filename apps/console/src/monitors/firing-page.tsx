import type { Resource, WholeFiringFields } from "@airlock/contract";
import { useParams } from "@tanstack/react-router";
import { addressOf } from "../api/address-of.ts";
import { linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import { useAction } from "../api/use-action.ts";
import { useResource } from "../api/use-resource.ts";
import { FailedPage } from "../parts/fault/failed-page.tsx";
import { NoAccess } from "../parts/no-access.tsx";
import { useMinute } from "../parts/time-range/use-minute.ts";
import { ButtonLink } from "../ui/button-link.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { LoadingPage } from "../ui/loading-page.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { AcknowledgeButton } from "./acknowledge-button.tsx";
import { ExecutionsBehind } from "./executions-behind.tsx";
import { FiringFigures } from "./figures.tsx";
import { MonitorChart } from "./monitor-chart.tsx";
import { monitorSentence } from "./monitor-words.ts";
import { Notified } from "./notified.tsx";
import { refreshMillis } from "./use-monitors.ts";
import { ReleasesLink } from "./releases-link.tsx";
import "./monitors.css";

const back = { to: "/admin/monitors", label: "Back to monitors" } as const;

/** One firing, open or ended: the page that mails lead to. */
export function FiringPage() {
  const { webSafeString } = useParams({ from: "/signed-in/admin/monitors/firings/$webSafeString" });
  const mayRead = linkFor(useProfile(), "firings", "GET") !== undefined;
  const firing = useResource("firing.read", {
    href: mayRead ? addressOf("firing.read", { firingId: webSafeString }) : undefined,
    refetchInterval: refreshMillis,
  });
  if (!mayRead) return <NoAccess icon="bell" noun="monitors" needs={["versions.list"]} />;
  if (firing.data === undefined && firing.error) {
    const missing = { icon: "bell", title: "No such firing", text: "Its monitor may have been deleted." } as const;
    return <FailedPage title="Firing" back={back} error={firing.error} onRetry={firing.refetch} missing={missing} />;
  }
  if (firing.data === undefined) return <LoadingPage title="Firing" back={back} heights={[480]} />;
  return <Firing firing={firing.data} />;
}

function Firing({ firing }: { readonly firing: Resource<WholeFiringFields> }) {
  const { _embedded: fields } = firing;
  const now = useMinute();
  const acknowledge = useAction("firing.acknowledge", firing, { changes: ["firing.read", "firings.list", "monitors.list"] });
  return (
    <>
      <PageHead title={`${fields.name}, ${fields.solutionName}`} back={back} />
      <section className="card monitor-panel firing-page" aria-label="Firing">
        <header>
          <div className="panel-head">
            <h2>{fields.endedDate === null ? "Firing" : "Fired"}</h2>
            {fields.endedDate === null ? (
              <span className="chip error">
                <Icon name="error" size={12} />
                {fields.acknowledgedDate === null ? "Open" : "Acknowledged"}
              </span>
            ) : (
              <span className="chip success">
                <Icon name="success" size={12} />
                Ended
              </span>
            )}
          </div>
          <p className="helper">{monitorSentence(fields)}</p>
          <div className="button-row panel-acts monitor-acts">
            {acknowledge.isOffered && fields.acknowledgedDate === null && (
              <AcknowledgeButton isPending={acknowledge.isPending} onPress={() => acknowledge.mutate()} />
            )}
            <ButtonLink
              color="inherit"
              startIcon={<Icon name="bell" size={14} />}
              to="/admin/monitors"
              search={{ monitor: fields.monitorWss }}
            >
              Open monitor
            </ButtonLink>
            <ReleasesLink of={fields} />
          </div>
        </header>
        <FiringFigures firing={fields} now={now} />
        <MonitorChart
          label={`${fields.name} over time`}
          points={fields.points}
          kind={fields.measure.kind}
          isCompared={fields.rule.kind === "unlike"}
          began={fields.beganDate}
          ended={fields.endedDate}
        />
        <ExecutionsBehind firing={fields} />
        <Notified firing={fields} now={now} />
      </section>
    </>
  );
}

import type { ReleaseRequestFields, Resource } from "@airlock/contract";
import Button from "@mui/material/Button";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { decideAddress } from "../api/decide-address.ts";
import { linkFor } from "../api/session/permissions.ts";
import { AddressLine } from "../parts/address-line/address-line.tsx";
import { FailedPage } from "../parts/fault/failed-page.tsx";
import { NoAccess } from "../parts/no-access.tsx";
import { useReleasePolicy } from "../parts/release-gates/use-release-policy.ts";
import type { Solution } from "../parts/versions/resources.ts";
import { DateText } from "../ui/format/date-text.tsx";
import { Icon } from "../ui/icons/icon.tsx";
import { LoadingPage } from "../ui/loading-page.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { HistoryCard } from "./history-card.tsx";
import { KeyDialog } from "./key-dialog.tsx";
import { LiveCard } from "./live-card.tsx";
import { PolicyDialog } from "./policy-dialog.tsx";
import { policyText } from "./policy-words.ts";
import { ReleaseDialog } from "./release-dialog.tsx";
import { RequestCard } from "./request-card.tsx";
import { RequestDialog } from "./request-dialog.tsx";
import { releaseBefore } from "./release-words.ts";
import { NoRolloutsCard, RolloutCard } from "./rollouts/rollout-card.tsx";
import { useRollouts } from "./rollouts/use-rollout.ts";
import { useReleases } from "./use-releases.ts";
import { useRollBack } from "./use-roll-back.ts";
import "./releases.css";

// Loaded when it is opened: it reads definitions and datasources, which the page does not need.
const StartDialog = lazy(async () => ({ default: (await import("./rollouts/start-dialog.tsx")).StartDialog }));

const back = { to: "/admin/solutions", label: "Back to solutions" } as const;

/** The live version of a solution, the earlier ones, and the next release. */
export function ReleasesPage() {
  const { webSafeString } = useParams({ from: "/signed-in/admin/solutions/$webSafeString/releases" });
  const { mayRead, mayList, solution, releases, requests, versions } = useReleases(webSafeString);
  if (!mayRead || (solution.data !== undefined && !mayList)) {
    return <NoAccess icon="rocket" noun="releases" needs={["solutions.list", "versions.list"]} />;
  }
  const failed = solution.data === undefined ? solution : releases.data === undefined ? releases : versions;
  if (failed.error && failed.data === undefined) {
    const missing = { icon: "solutions", title: "No such solution", text: "It may have been deleted." } as const;
    return <FailedPage title="Releases" back={back} error={failed.error} onRetry={failed.refetch} missing={missing} />;
  }
  if (solution.data === undefined || releases.data === undefined || versions.data === undefined)
    return <LoadingPage title="Releases" back={back} heights={[220, 360]} className="releases" />;
  return (
    <Releases
      solution={solution.data}
      releases={releases.data.items}
      requests={requests.data?.items ?? []}
      versions={versions.data.items}
    />
  );
}

interface ReleasesProps {
  readonly solution: Solution;
  readonly releases: NonNullable<ReturnType<typeof useReleases>["releases"]["data"]>["items"];
  readonly requests: readonly Resource<ReleaseRequestFields>[];
  readonly versions: NonNullable<ReturnType<typeof useReleases>["versions"]["data"]>["items"];
}

function Releases({ solution, releases, requests, versions }: ReleasesProps) {
  const { name, key, formerKeys } = solution._embedded;
  const search = useSearch({ from: "/signed-in/admin/solutions/$webSafeString/releases" });
  const navigate = useNavigate({ from: "/admin/solutions/$webSafeString/releases" });
  const [isNaming, setNaming] = useState(false);
  const fields = releases.map(({ _embedded }) => _embedded);
  const live = releases.find(({ _embedded }) => _embedded.status === "live");
  const before = releaseBefore(fields);
  const { rollBack, isRollingBack } = useRollBack(solution);
  const mayRelease = linkFor(solution, "releases", "POST") !== undefined;
  const mayRequest = linkFor(solution, "releaseRequests", "POST") !== undefined;
  const { policy, needsRequest } = useReleasePolicy(solution);
  const [isSetting, setSetting] = useState(false);
  const [isStarting, setStarting] = useState(false);
  const rollouts = useRollouts(solution);
  const running = rollouts.filter(({ _embedded }) => _embedded.status === "running");
  const mayStart = live !== undefined && linkFor(solution, "rollouts", "POST") !== undefined;
  const start = mayStart ? (
    <Button variant="outlined" startIcon={<Icon name="experiments" size={16} />} onClick={() => setStarting(true)}>
      Start a rollout...
    </Button>
  ) : null;
  const open = requests.find(({ _embedded }) => _embedded.status === "open")?._embedded;
  const wasLive = fields.filter(({ status }) => status === "ended").map(({ versionWss }) => versionWss);
  const chosen = search["version"];
  // Going back to a version that was live before needs no request.
  const isRequested = needsRequest && chosen !== undefined && !wasLive.includes(chosen);
  // In the address, so that a version's menu can open it with the version chosen.
  const choose = (version: string | undefined) => void navigate({ search: version === undefined ? {} : { version }, replace: true });
  return (
    <>
      <PageHead title={`Releases of ${name}`} back={back} />
      <div className="releases-top">
        <AddressLine address={`${window.location.origin}${decideAddress(key)}`} shown={decideAddress(key)} />
        {linkFor(solution, "self", "PUT") !== undefined && (
          <Button color="inherit" startIcon={<Icon name="pencil" size={14} />} onClick={() => setNaming(true)}>
            Change key
          </Button>
        )}
        <p className="helper">
          Callers keep this address. A release decides which version answers.
          {formerKeys.map((former) => (
            <span key={former.key}>
              {" "}
              <code>{former.key}</code> is answered until <DateText date={former.until} />.
            </span>
          ))}
        </p>
        {policy !== undefined && (
          <Button color="inherit" startIcon={<Icon name="roles" size={14} />} onClick={() => setSetting(true)}>
            Policy
          </Button>
        )}
        {rollouts.length > 0 && start}
        {needsRequest
          ? mayRequest &&
            open === undefined && (
              <Button variant="contained" startIcon={<Icon name="rocket" size={16} />} onClick={() => choose("")}>
                Request release...
              </Button>
            )
          : mayRelease && (
              <Button variant="contained" startIcon={<Icon name="rocket" size={16} />} onClick={() => choose("")}>
                Release...
              </Button>
            )}
      </div>
      <div className="releases">
        <div className="column">
          <LiveCard
            live={live}
            version={versions.find(({ _embedded }) => _embedded.webSafeString === live?._embedded.versionWss)?._embedded}
            before={mayRelease ? before : undefined}
            onRollBack={(to) => rollBack(to, live?._embedded)}
            isRollingBack={isRollingBack}
          />
          {open !== undefined && <RequestCard request={open} />}
          {running.map((rollout) => (
            <RolloutCard key={rollout._embedded.webSafeString} rollout={rollout} />
          ))}
          {live !== undefined && rollouts.length === 0 && <NoRolloutsCard start={start} />}
        </div>
        <HistoryCard releases={releases} requests={requests} rollouts={rollouts} />
      </div>
      {isRequested && mayRequest && policy !== undefined && (
        <RequestDialog
          solution={solution}
          versions={versions}
          live={live?._embedded}
          chosen={chosen}
          needs={policyText(policy._embedded)}
          onClose={() => choose(undefined)}
        />
      )}
      {chosen !== undefined && !isRequested && mayRelease && (
        <ReleaseDialog
          solution={solution}
          versions={versions}
          live={live?._embedded}
          chosen={chosen}
          wasLive={wasLive}
          onClose={() => choose(undefined)}
        />
      )}
      {isStarting && live !== undefined && (
        <Suspense>
          <StartDialog
            solution={solution}
            versions={versions}
            live={live._embedded}
            running={running}
            needsRequest={needsRequest}
            onClose={() => setStarting(false)}
          />
        </Suspense>
      )}
      {isSetting && <PolicyDialog solution={solution} liveVersionWss={live?._embedded.versionWss} onClose={() => setSetting(false)} />}
      {isNaming && <KeyDialog solution={solution} onClose={() => setNaming(false)} />}
    </>
  );
}

import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { decideAddress } from "../api/decide-address.ts";
import { linkFor } from "../api/session/permissions.ts";
import { AddressLine } from "../parts/address-line/address-line.tsx";
import { FailedPage } from "../parts/fault/failed-page.tsx";
import { NoAccess } from "../parts/no-access.tsx";
import type { Solution } from "../parts/versions/resources.ts";
import { DateText } from "../ui/format/date-text.tsx";
import { Icon } from "../ui/icons/icon.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { HistoryCard } from "./history-card.tsx";
import { KeyDialog } from "./key-dialog.tsx";
import { LiveCard } from "./live-card.tsx";
import { ReleaseDialog } from "./release-dialog.tsx";
import { releaseBefore } from "./release-words.ts";
import { useReleases } from "./use-releases.ts";
import { useRollBack } from "./use-roll-back.ts";
import "./releases.css";

const back = { to: "/admin/solutions", label: "Back to solutions" } as const;

/** Which version answers at the address of a solution, which did before, and the next release. */
export function ReleasesPage() {
  const { webSafeString } = useParams({ from: "/signed-in/admin/solutions/$webSafeString/releases" });
  const { mayRead, mayList, solution, releases, versions } = useReleases(webSafeString);
  if (!mayRead || (solution.data !== undefined && !mayList)) {
    return <NoAccess icon="rocket" to="releases" needs={["solutions.list", "versions.list"]} />;
  }
  const failed = solution.data === undefined ? solution : releases.data === undefined ? releases : versions;
  if (failed.error && failed.data === undefined) {
    const missing = { icon: "solutions", title: "No such solution", text: "It may have been deleted." } as const;
    return <FailedPage title="Releases" back={back} error={failed.error} onRetry={failed.refetch} missing={missing} />;
  }
  if (solution.data === undefined || releases.data === undefined || versions.data === undefined) {
    return (
      <>
        <PageHead title="Releases" back={back} />
        <div className="releases" aria-busy="true">
          <Skeleton variant="rounded" height={220} />
          <Skeleton variant="rounded" height={360} />
        </div>
      </>
    );
  }
  return <Releases solution={solution.data} releases={releases.data.items} versions={versions.data.items} />;
}

interface ReleasesProps {
  readonly solution: Solution;
  readonly releases: NonNullable<ReturnType<typeof useReleases>["releases"]["data"]>["items"];
  readonly versions: NonNullable<ReturnType<typeof useReleases>["versions"]["data"]>["items"];
}

function Releases({ solution, releases, versions }: ReleasesProps) {
  const { name, key, formerKeys } = solution._embedded;
  const search = useSearch({ from: "/signed-in/admin/solutions/$webSafeString/releases" });
  const navigate = useNavigate({ from: "/admin/solutions/$webSafeString/releases" });
  const [isNaming, setNaming] = useState(false);
  const fields = releases.map(({ _embedded }) => _embedded);
  const live = releases.find(({ _embedded }) => _embedded.status === "live");
  const before = releaseBefore(fields);
  const { rollBack, isRollingBack } = useRollBack(solution);
  const mayRelease = linkFor(solution, "releases", "POST") !== undefined;
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
        {mayRelease && (
          <Button variant="contained" startIcon={<Icon name="rocket" size={16} />} onClick={() => choose("")}>
            Release...
          </Button>
        )}
      </div>
      <div className="releases">
        <LiveCard
          live={live}
          version={versions.find(({ _embedded }) => _embedded.webSafeString === live?._embedded.versionWss)?._embedded}
          before={mayRelease ? before : undefined}
          onRollBack={(to) => rollBack(to, live?._embedded)}
          isRollingBack={isRollingBack}
        />
        <HistoryCard releases={releases} />
      </div>
      {search["version"] !== undefined && mayRelease && (
        <ReleaseDialog
          solution={solution}
          versions={versions}
          live={live?._embedded}
          chosen={search["version"]}
          wasLive={fields.filter(({ status }) => status === "ended").map(({ versionWss }) => versionWss)}
          onClose={() => choose(undefined)}
        />
      )}
      {isNaming && <KeyDialog solution={solution} onClose={() => setNaming(false)} />}
    </>
  );
}

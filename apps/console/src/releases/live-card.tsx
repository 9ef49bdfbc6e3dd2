import type { ReleaseFields, VersionFields } from "@airlock/contract";
import Button from "@mui/material/Button";
import { ButtonLink } from "../ui/button-link.ts";
import { versionStatus } from "../parts/versions/solution-status.ts";
import { DateText } from "../ui/format/date-text.tsx";
import { Icon } from "../ui/icons/icon.tsx";
import { State } from "../ui/state.tsx";
import { StatusPill } from "../ui/status-pill.tsx";
import type { Release } from "./use-releases.ts";

interface LiveCardProps {
  readonly live: Release | undefined;
  /** The version of the live release; undefined when it was deleted. */
  readonly version: VersionFields | undefined;
  /** The release that a rollback returns to; undefined if there is none that this user may release. */
  readonly before: ReleaseFields | undefined;
  readonly onRollBack: (to: ReleaseFields) => void;
  readonly isRollingBack: boolean;
}

/** The live version. */
export function LiveCard({ live, version, before, onRollBack, isRollingBack }: LiveCardProps) {
  if (live === undefined) {
    return (
      <section className="card" aria-label="Live">
        <State icon="rocket" tone="quiet" title="Nothing is released yet">
          <p>Calls at this address are refused until a version is released. Each version also has an address of its own.</p>
        </State>
      </section>
    );
  }
  const { versionName, versionWss, liveDate, createdBy, confirmedDate, reason } = live._embedded;
  const look = version === undefined ? ({ status: "error", text: "Deleted" } as const) : versionStatus(version.deploymentStatus);
  const isServing = look.status === "serving";
  return (
    <section className="card release-live" aria-label="Live">
      <header>
        <h2>Live</h2>
        <StatusPill status={look.status}>
          {look.text} {versionName}
        </StatusPill>
        <span className="helper">
          since {liveDate !== null && <DateText date={liveDate} />}
          {createdBy === "" ? "" : `, released by ${createdBy}`}
        </span>
        {isServing && (
          <output className={confirmedDate === null ? "release-open" : "release-confirmed"}>
            <Icon name={confirmedDate === null ? "clock" : "success"} size={14} />
            {confirmedDate === null ? "Waiting for runtimes to confirm" : "Confirmed by every runtime"}
          </output>
        )}
      </header>
      {!isServing && (
        <p className="release-refuses">
          <Icon name="warning" size={14} />
          Calls at this address are refused: {versionName} does not serve. Start it again, or release another version.
        </p>
      )}
      {reason !== "" && <p>{reason}</p>}
      <footer>
        <ButtonLink variant="outlined" size="small" to="/admin/versions/$webSafeString" params={{ webSafeString: versionWss }}>
          API page
        </ButtonLink>
        <ButtonLink variant="outlined" size="small" to="/admin/executions" search={{ versions: versionWss }}>
          Executions
        </ButtonLink>
        {before !== undefined && (
          <Button
            className="release-back"
            variant="outlined"
            size="small"
            startIcon={<Icon name="undo" size={14} />}
            disabled={isRollingBack}
            onClick={() => onRollBack(before)}
          >
            Roll back to {before.versionName}
          </Button>
        )}
      </footer>
    </section>
  );
}

import type { ReleaseFields } from "@airlock/contract";
import Button from "@mui/material/Button";
import { ButtonLink } from "../ui/button-link.ts";
import type { Solution } from "../parts/versions/resources.ts";
import { DateText } from "../ui/format/date-text.tsx";
import { Icon } from "../ui/icons/icon.tsx";
import { State } from "../ui/state.tsx";
import { StatusPill } from "../ui/status-pill.tsx";
import type { Release } from "./use-releases.ts";

interface LiveCardProps {
  readonly solution: Solution;
  readonly live: Release | undefined;
  /** What one press goes back to; undefined where there is nothing, or nothing that this user may release. */
  readonly before: ReleaseFields | undefined;
  readonly onRollBack: (versionId: string) => void;
}

/** The version that answers now. */
export function LiveCard({ solution, live, before, onRollBack }: LiveCardProps) {
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
  return (
    <section className="card release-live" aria-label="Live">
      <header>
        <h2>Live</h2>
        <StatusPill status="serving">{versionName}</StatusPill>
        <span className="helper">
          since {liveDate !== null && <DateText date={liveDate} />}
          {createdBy === "" ? "" : `, released by ${createdBy}`}
        </span>
        <output className={confirmedDate === null ? "release-open" : "release-confirmed"}>
          <Icon name={confirmedDate === null ? "clock" : "success"} size={14} />
          {confirmedDate === null ? "Waiting for runtimes to confirm" : "Confirmed by every runtime"}
        </output>
      </header>
      {reason !== "" && <p>{reason}</p>}
      <footer>
        <ButtonLink variant="outlined" size="small" to="/admin/versions/$webSafeString" params={{ webSafeString: versionWss }}>
          API page
        </ButtonLink>
        <ButtonLink variant="outlined" size="small" to="/admin/executions" search={{ versions: versionWss }}>
          Executions
        </ButtonLink>
        {before !== undefined && (
          <Button variant="outlined" size="small" startIcon={<Icon name="undo" size={14} />} onClick={() => onRollBack(before.versionWss)}>
            Roll back to {before.versionName}
          </Button>
        )}
      </footer>
      <span className="sr">{solution._embedded.name}</span>
    </section>
  );
}

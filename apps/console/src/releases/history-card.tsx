import type { ReleaseRequestFields, Resource } from "@airlock/contract";
import Button from "@mui/material/Button";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { linkFor } from "../api/session/permissions.ts";
import { useAction } from "../api/use-action.ts";
import { DateText } from "../ui/format/date-text.tsx";
import { Icon, type IconName } from "../ui/icons/icon.tsx";
import { releaseLook } from "./release-words.ts";
import { endedLook } from "./rollouts/rollout-words.ts";
import type { Rollout } from "./rollouts/use-rollout.ts";
import type { Release } from "./use-releases.ts";

interface HistoryCardProps {
  readonly releases: readonly Release[];
  readonly requests: readonly Resource<ReleaseRequestFields>[];
  readonly rollouts: readonly Rollout[];
}

/** Every release and past rollout of a solution, newest first: who, when and why. */
export function HistoryCard({ releases, requests, rollouts }: HistoryCardProps) {
  const rows = [
    ...releases.map((release) => ({
      date: release._embedded.createdDate,
      row: (
        <HistoryRow
          key={release._embedded.webSafeString}
          release={release}
          request={requests.find(({ _embedded }) => _embedded.releaseWss === release._embedded.webSafeString)}
        />
      ),
    })),
    ...rollouts
      .filter(({ _embedded }) => _embedded.status !== "running")
      .map((rollout) => ({
        date: rollout._embedded.endedDate ?? rollout._embedded.createdDate,
        row: <RolloutRow key={rollout._embedded.webSafeString} rollout={rollout} />,
      })),
  ].toSorted((one, other) => Date.parse(other.date) - Date.parse(one.date));
  return (
    <section className="card release-history" aria-label="History">
      <h2>History</h2>
      {releases.length === 0 ? <p className="helper">No releases yet.</p> : <ol>{rows.map(({ row }) => row)}</ol>}
    </section>
  );
}

interface HistoryItemProps {
  readonly look: { readonly icon: IconName; readonly tone: string; readonly title: string };
  readonly date: string | null;
  readonly children: ReactNode;
}

function HistoryItem({ look, date, children }: HistoryItemProps) {
  return (
    <li>
      <span className={`round-mark small ${look.tone}`}>
        <Icon name={look.icon} size={14} />
      </span>
      <div>
        <p className="release-title">
          <b>{look.title}</b>
          <DateText date={date} />
        </p>
        {children}
      </div>
    </li>
  );
}

/** A rollout that is over. */
function RolloutRow({ rollout: { _embedded: rollout } }: { readonly rollout: Rollout }) {
  const { webSafeString, number, status, message, endedDate, createdBy } = rollout;
  const look = endedLook(rollout);
  return (
    <HistoryItem look={look} date={endedDate}>
      {message !== "" && <p className={status === "rolledBack" ? "release-message" : undefined}>{message}</p>}
      <p className="helper">
        <Link to="/admin/rollouts/$webSafeString" params={{ webSafeString }}>
          Rollout {number}
        </Link>
        {createdBy === "" ? "" : ` by ${createdBy}`}
      </p>
    </HistoryItem>
  );
}

interface HistoryRowProps {
  readonly release: Release;
  /** The request that it was released by. */
  readonly request: Resource<ReleaseRequestFields> | undefined;
}

function HistoryRow({ release, request }: HistoryRowProps) {
  const cancel = useAction("release.cancel", undefined, { changes: ["solution.releases.list"] });
  const isBypassed = request?._embedded.isBypassed ?? false;
  const { reason, message, createdBy, number } = release._embedded;
  const look = releaseLook(release._embedded, isBypassed);
  return (
    <HistoryItem look={look} date={look.date}>
      {message !== "" && <p className="release-message">{message}</p>}
      {isBypassed && <p className="release-bypassed">Approvals and gates were bypassed.</p>}
      {reason !== "" && <p>{reason}</p>}
      <p className="helper">
        Release {number}
        {createdBy === "" ? "" : ` by ${createdBy}`}
        {request !== undefined && (
          <>
            {", "}
            <Link to="/admin/release-requests/$webSafeString" params={{ webSafeString: request._embedded.webSafeString }}>
              request {request._embedded.number}
            </Link>
          </>
        )}
      </p>
      {linkFor(release, "cancel", "PUT") !== undefined && (
        <Button
          className="release-cancel"
          size="small"
          color="inherit"
          disabled={cancel.isPending}
          onClick={() => cancel.mutate({ on: release })}
        >
          Cancel release {number}
        </Button>
      )}
    </HistoryItem>
  );
}

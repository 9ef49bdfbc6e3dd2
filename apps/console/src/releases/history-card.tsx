import Button from "@mui/material/Button";
import { useAction } from "../api/use-action.ts";
import { linkFor } from "../api/session/permissions.ts";
import { DateText } from "../ui/format/date-text.tsx";
import { Icon } from "../ui/icons/icon.tsx";
import { releaseLook } from "./release-words.ts";
import type { Release } from "./use-releases.ts";

/** Every release of a solution, newest first: who, when and why. */
export function HistoryCard({ releases }: { readonly releases: readonly Release[] }) {
  const cancel = useAction("release.cancel", undefined, { changes: ["solution.releases.list"] });
  return (
    <section className="card release-history" aria-label="History">
      <h2>History</h2>
      {releases.length === 0 ? (
        <p className="helper">No releases yet.</p>
      ) : (
        <ol>
          {releases.map((release) => {
            const { webSafeString, reason, message, createdBy, number } = release._embedded;
            const look = releaseLook(release._embedded);
            return (
              <li key={webSafeString}>
                <span className={`release-mark ${look.tone}`}>
                  <Icon name={look.icon} size={14} />
                </span>
                <div>
                  <p className="release-title">
                    <b>{look.title}</b>
                    <DateText date={look.date} />
                  </p>
                  {message !== "" && <p className="release-message">{message}</p>}
                  {reason !== "" && <p>{reason}</p>}
                  <p className="helper">
                    Release {number}
                    {createdBy === "" ? "" : ` by ${createdBy}`}
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
                </div>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}

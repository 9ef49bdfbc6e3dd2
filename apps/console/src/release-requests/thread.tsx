import type { RequestEvent } from "@airlock/contract";
import { DateText } from "../ui/format/date-text.tsx";
import { Icon } from "../ui/icons/icon.tsx";
import { PersonMark } from "./person-mark.tsx";
import { eventLook } from "./request-words.ts";

/** Comments and what was done about the request, oldest first. */
export function Thread({ thread }: { readonly thread: readonly RequestEvent[] }) {
  const comments = thread.filter(({ text }) => text !== "").length;
  return (
    // What scrolls must be reached by keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="rr-thread" aria-label="Comments" tabIndex={0}>
      <header>
        <h2>Comments</h2>
        <span className="count-badge num">{comments}</span>
      </header>
      {thread.length === 0 ? (
        <p className="helper">No comments yet.</p>
      ) : (
        <ol>
          {thread.map((event) => {
            const { icon, tone, who, text } = eventLook(event);
            return (
              <li key={`${event.date} ${event.kind} ${event.byWss ?? ""}`} className={tone}>
                {event.kind === "comment" ? (
                  <PersonMark name={who} />
                ) : (
                  <span className={`round-mark ${tone}`}>
                    <Icon name={icon} size={14} />
                  </span>
                )}
                <div className="grow">
                  <p>
                    <b>{who}</b> {event.isVoid ? <s>{text}</s> : text}{" "}
                    <span className="helper">
                      <DateText date={event.date} />
                    </span>
                  </p>
                  {event.text !== "" && <p className="rr-text">{event.text}</p>}
                </div>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}

import Button from "@mui/material/Button";
import { exactDate } from "../ui/format/dates.ts";
import { counted, number } from "../ui/format/numbers.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { millisText } from "../ui/format/millis-text.ts";
import { useCopy } from "../ui/use-copy.ts";
import { useEscape } from "../ui/use-escape.ts";
import { requestCurl } from "./request-curl.ts";
import { StatusChip, type RefusedRequest } from "./requests-table.tsx";
import { useCounts } from "./use-counts.ts";
import { PanelWalk } from "../ui/panel-walk.tsx";
import "../parts/trace/trace.css";

interface RequestPanelProps {
  readonly request: RefusedRequest;
  readonly countsHref: string | undefined;
  /** Since when requests like this one are counted. */
  readonly since: string;
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
  readonly onShowLike: (like: Like) => void;
  readonly onClose: () => void;
}

/** Requests with the same code, of the same caller and to the same version. */
interface Like {
  readonly code: string;
  readonly caller: string;
  readonly version: string | undefined;
}

/** One refused request: why it was refused, and who sent it. Not modal: the list beside it can still be used. */
export function RequestPanel({ request, countsHref, since, previous, next, onShowLike, onClose }: RequestPanelProps) {
  const { _embedded: fields } = request;
  const { copyCurl, copyLink } = useCopies(request);
  useEscape(onClose);
  return (
    <aside className="trace docked-panel" aria-label="One request">
      <header>
        <div className="row shrink">
          <StatusChip status={fields.status} />
          <h2 className="mono">{fields.code}</h2>
          <span className="grow" />
          <PanelWalk noun="request" previous={previous} next={next} onClose={onClose} />
        </div>
        <div className="muted size-12 num">
          {exactDate(fields.at)}. Refused after {millisText(fields.durationMillis)} ms, before a decision was made.
        </div>
        <div className="button-row panel-acts">
          <Button size="small" startIcon={<Icon name="copy" size={14} />} onClick={copyCurl}>
            Copy as curl
          </Button>
          <Button size="small" startIcon={<Icon name="link" size={14} />} onClick={copyLink}>
            Copy link
          </Button>
        </div>
      </header>
      <div className="scroll-rest">
        <section className="request-problem" aria-label="Problem">
          <p className="request-what">
            <Icon name="warning" size={16} />
            <b>{problemSentence(fields)}</b>
          </p>
          {fields.problems.length > 0 && (
            <dl className="request-fields">
              {fields.problems.map(({ field, message }, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- the problems of a past request never change places.
                <div key={index}>
                  <dt className="chip code">{field === "" ? "body" : field}</dt>
                  <dd>{message}</dd>
                </div>
              ))}
            </dl>
          )}
          <LikeThis request={request} countsHref={countsHref} since={since} onShow={onShowLike} />
        </section>
        <section className="request-section" aria-labelledby="request-title">
          <h3 id="request-title">Request</h3>
          <dl className="trace-ids">
            <dt>Address</dt>
            <dd className="mono">
              {fields.method} {fields.address}
            </dd>
            <dt>Solution</dt>
            <dd>{fields.solutionName === undefined ? "-" : `${fields.solutionName}, ${fields.versionName ?? ""}`}</dd>
            <dt>Caller</dt>
            <dd>{fields.callerName ?? <span className="mono">{fields.callerWss}</span>}</dd>
            <dt>Key</dt>
            <dd>
              {fields.keyName} <span className="mono faint">{fields.keyWss}</span>
            </dd>
            <dt>Correlation</dt>
            <dd className="mono">{fields.correlationId}</dd>
            <dt>From</dt>
            <dd>
              <span className="mono">{fields.remoteAddress}</span>
              {fields.userAgent !== "" && `, ${fields.userAgent}`}
            </dd>
          </dl>
        </section>
        <section className="request-section" aria-labelledby="request-body">
          <h3 id="request-body">Body</h3>
          <p className="helper">
            Not stored: a refused body is not checked, so an erasure could not find a person in it. Look in the log of the caller.
          </p>
        </section>
      </div>
    </aside>
  );
}

function problemSentence({ problems, description }: RefusedRequest["_embedded"]): string {
  if (problems.length === 0) return description;
  return problems.length === 1 ? "1 field of the body is not valid." : `${problems.length} fields of the body are not valid.`;
}

function LikeThis({
  request: { _embedded: fields },
  countsHref,
  since,
  onShow,
}: Pick<RequestPanelProps, "request" | "countsHref" | "since"> & { readonly onShow: (like: Like) => void }) {
  const like: Like = { code: fields.code, caller: fields.callerWss, version: fields.versionWss };
  const { data } = useCounts(countsHref, { ...like, from: since, gran: "hour" });
  const total = data?.total ?? 0;
  return (
    <>
      {fields.notStored > 0 && (
        <p className="helper">
          It also represents {counted(fields.notStored, "earlier request")} of this key that went beyond the limit and{" "}
          {fields.notStored === 1 ? "is" : "are"} not listed.
        </p>
      )}
      {total > 1 && (
        <p className="helper">
          {number(total)} requests like this one in the last 24 hours, all from {fields.callerName ?? "this caller"}.{" "}
          <button type="button" className="link-like" onClick={() => onShow(like)}>
            Show them
          </button>
        </p>
      )}
    </>
  );
}

function useCopies({ _embedded: fields }: RefusedRequest) {
  const copy = useCopy();
  const words = new URLSearchParams({ span: "all", q: fields.correlationId, request: fields.webSafeString });
  const link = new URL(`/admin/requests?${words}`, window.location.href).href;
  return {
    copyCurl: () =>
      void copy(
        requestCurl(fields, window.location.origin),
        "Copied",
        "Set AIRLOCK_KEY and write the body to body.json before you run it.",
      ),
    copyLink: () => void copy(link, "Copied", "The link to this request is on the clipboard."),
  };
}

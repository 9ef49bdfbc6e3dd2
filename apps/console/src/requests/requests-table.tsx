import type { RefusedRequestFields, Resource } from "@airlock/contract";
import { Link } from "@tanstack/react-router";
import type { Column } from "../parts/list-page/column.ts";
import { startedText } from "../ui/format/started-text.ts";
import { millisText } from "../ui/format/millis-text.ts";
import { keyOf } from "../parts/list-page/row-names.ts";

export type RefusedRequest = Resource<RefusedRequestFields>;

export function StatusChip({ status }: { readonly status: number }) {
  return <span className={status >= 500 ? "chip error mono" : "chip warning mono"}>{status}</span>;
}

/** Beside the details there is room for these; the details have the others. */
const besideDetails: ReadonlySet<string> = new Set(["at", "status", "code", "solution"]);

export function requestColumns(opened: string | undefined): readonly Column<RefusedRequest>[] {
  const columns: readonly Column<RefusedRequest>[] = [
    {
      name: "at",
      title: "Time",
      place: "name",
      width: 168,
      show: (request) => (
        <Link
          from="/admin/requests"
          to="/admin/requests"
          search={(search) => ({ ...search, request: keyOf(request) })}
          replace
          className="request-time mono"
          aria-current={opened === keyOf(request) ? "true" : undefined}
        >
          {startedText(request._embedded.at)}
        </Link>
      ),
      text: (request) => request._embedded.at,
    },
    {
      name: "status",
      title: "Status",
      place: "status",
      width: 80,
      show: ({ _embedded: { status } }) => <StatusChip status={status} />,
      text: ({ _embedded: { status } }) => String(status),
    },
    {
      name: "code",
      title: "Code",
      place: "description",
      width: "clamp(150px, 16vw, 230px)",
      show: ({ _embedded: { code } }) => <span className="mono clip">{code}</span>,
      text: ({ _embedded: { code } }) => code,
    },
    {
      name: "solution",
      title: "Solution",
      place: "other",
      show: ({ _embedded: { solutionName, versionName } }) =>
        solutionName === undefined ? (
          <span className="faint">unknown version</span>
        ) : (
          <>
            {solutionName} <span className="muted">{versionName}</span>
          </>
        ),
      text: ({ _embedded: { solutionName = "", versionName = "" } }) => `${solutionName} ${versionName}`.trim(),
    },
    {
      name: "caller",
      title: "Caller",
      place: "other",
      width: "clamp(110px, 12vw, 180px)",
      show: ({ _embedded: { callerName } }) => callerName ?? <span className="faint">deleted account</span>,
      text: ({ _embedded: { callerName, callerWss } }) => callerName ?? callerWss,
    },
    {
      name: "durationMillis",
      title: "ms",
      place: "when",
      width: 72,
      numeric: true,
      show: ({ _embedded: { durationMillis } }) => millisText(durationMillis),
      text: ({ _embedded: { durationMillis } }) => String(durationMillis),
    },
    {
      name: "correlationId",
      title: "Correlation id",
      place: "other",
      width: "clamp(130px, 13vw, 220px)",
      show: ({ _embedded: { correlationId } }) => (
        <span className="mono clip" title={correlationId}>
          {correlationId}
        </span>
      ),
      text: ({ _embedded: { correlationId } }) => correlationId,
    },
  ];
  return opened === undefined ? columns : columns.filter(({ name }) => besideDetails.has(name));
}

import { useParams } from "@tanstack/react-router";
import { FailedPage } from "../parts/fault/failed-page.tsx";
import { NoAccess } from "../parts/no-access.tsx";
import { LoadingPage } from "../ui/loading-page.tsx";
import { RequestView } from "./request-view.tsx";
import { useReleaseRequest } from "./use-release-request.ts";

const back = { to: "/admin/solutions", label: "Back to solutions" } as const;

/** Everything that a release is decided by, on one page. */
export function ReleaseRequestPage() {
  const { webSafeString } = useParams({ from: "/signed-in/admin/release-requests/$webSafeString" });
  const { mayRead, query } = useReleaseRequest(webSafeString);
  const { data, error, refetch } = query;
  if (!mayRead) return <NoAccess icon="rocket" noun="release requests" needs={["versions.list"]} />;
  if (error && data === undefined) {
    const missing = { icon: "rocket", title: "No such release request", text: "Its solution may have been deleted." } as const;
    return <FailedPage title="Release request" back={back} error={error} onRetry={refetch} missing={missing} />;
  }
  if (data === undefined) return <LoadingPage title="Release request" back={back} heights={[96, 260, 320]} />;
  return <RequestView key={data._embedded.webSafeString} request={data} />;
}

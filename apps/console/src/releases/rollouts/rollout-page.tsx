import { useParams } from "@tanstack/react-router";
import { FailedPage } from "../../parts/fault/failed-page.tsx";
import { NoAccess } from "../../parts/no-access.tsx";
import { LoadingPage } from "../../ui/loading-page.tsx";
import { RolloutView } from "./rollout-view.tsx";
import { useRollout } from "./use-rollout.ts";
import "../releases.css";

const back = { to: "/admin/solutions", label: "Back to solutions" } as const;

/** How a version compares with the live one, and how its rollout ends. */
export function RolloutPage() {
  const { webSafeString } = useParams({ from: "/signed-in/admin/rollouts/$webSafeString" });
  const { mayRead, query } = useRollout(webSafeString);
  const { data, error, refetch } = query;
  if (!mayRead) return <NoAccess icon="rocket" noun="rollouts" needs={["versions.list"]} />;
  if (error && data === undefined) {
    const missing = { icon: "rocket", title: "No such rollout", text: "Its solution may have been deleted." } as const;
    return <FailedPage title="Rollout" back={back} error={error} onRetry={refetch} missing={missing} />;
  }
  if (data === undefined) return <LoadingPage title="Rollout" back={back} heights={[84, 160, 380]} className="rollout" />;
  return <RolloutView key={data._embedded.webSafeString} rollout={data} />;
}

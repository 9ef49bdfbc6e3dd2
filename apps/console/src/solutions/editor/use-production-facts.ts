import type { ProductionFacts } from "@airlock/flow";
import { linkFor } from "../../api/session/permissions.ts";
import { useResource } from "../../api/use-resource.ts";
import type { useHeatMode } from "./use-heat-mode.ts";

const minute = 60_000;

/** What executions of the first of the served versions say. Nothing for users who may not see executions, and while they are unavailable. */
export function useProductionFacts([version]: ReturnType<typeof useHeatMode>["versions"]): ProductionFacts | undefined {
  const href = linkFor(version, "productionFacts", "GET");
  const { data } = useResource("version.productionFacts", { href, isSilent: true, retry: false, staleTime: 10 * minute });
  return data?._embedded;
}

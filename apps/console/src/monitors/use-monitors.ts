import type { MonitorFields, Resource } from "@airlock/contract";
import { linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import { useAllPages } from "../api/use-all-pages.ts";

export type Monitor = Resource<MonitorFields>;

/** The worker judges each twice a minute. */
export const refreshMillis = 10_000;

/** All monitors of the organisation, those that fire first. */
export function useMonitors() {
  const href = linkFor(useProfile(), "monitors", "GET");
  const monitors = useAllPages("monitors.list", { href, refetchInterval: refreshMillis });
  return { mayList: href !== undefined, monitors };
}

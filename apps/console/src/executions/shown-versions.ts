import type { DeployedVersion } from "./versions-table.tsx";

/** The limit of versions that the API searches in one request. */
const maxVersions = 100;

/** Serving versions, and stopped ones on request. A version in error is listed too: it is meant to serve. Undefined until they are loaded. */
export function shownVersions(
  deployed: readonly DeployedVersion[] | undefined,
  showStopped: boolean,
): readonly DeployedVersion[] | undefined {
  return showStopped ? deployed : deployed?.filter(({ _embedded }) => _embedded.deploymentStatus !== "stopped");
}

/**
 * The `versions` filter of the executions list: the selected versions, or every version that is shown when none is selected. Not ready while
 * the filter depends on versions that are still loading, or when there is none.
 */
export function versionsFilter(
  shown: readonly DeployedVersion[] | undefined,
  selected: ReadonlySet<string>,
  showStopped: boolean,
): { readonly ready: boolean; readonly ids: string | undefined } {
  if (selected.size > 0) return { ready: true, ids: [...selected].join(",") };
  if (showStopped) return { ready: true, ids: undefined };
  const ids = (shown ?? []).slice(0, maxVersions).map(({ _embedded }) => _embedded.webSafeString);
  return { ready: ids.length > 0, ids: ids.join(",") || undefined };
}

/** The selection without stopped versions, when they are hidden: what is not shown is not selected. */
export function keptSelection(deployed: readonly DeployedVersion[] = [], selected: ReadonlySet<string>): string | undefined {
  const stopped = deployed.filter(({ _embedded }) => _embedded.deploymentStatus === "stopped");
  const hidden = new Set(stopped.map(({ _embedded }) => _embedded.webSafeString));
  return [...selected].filter((id) => !hidden.has(id)).join(",") || undefined;
}

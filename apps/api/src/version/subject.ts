import type { Runtimes } from "@airlock/backend/deployments";
import type { Subject } from "../http/subject.ts";
import { withLiveStatus } from "./live-status.ts";
import { versionState } from "./resource.ts";
import { findVersion, type VersionRow } from "./store.ts";

export const versionSubject: Subject<"version", VersionRow> = {
  resource: "version",
  parameter: "versionId",
  missing: "VERSION_NOT_FOUND",
  find: findVersion,
  state: versionState,
};

/** The same with the status that runtimes report now, for routes that return the status or depend on it. */
export function liveVersionSubject(runtimes: Runtimes): Subject<"version", VersionRow> {
  return {
    ...versionSubject,
    find: async (tx, id, lock) => {
      const row = await findVersion(tx, id, lock);
      return row === undefined ? undefined : withLiveStatus(row, runtimes);
    },
  };
}

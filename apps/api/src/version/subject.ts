import type { Subject } from "../http/subject.ts";
import { versionState } from "./resource.ts";
import { findVersion, type VersionRow } from "./store.ts";

export const versionSubject: Subject<"version", VersionRow> = {
  resource: "version",
  parameter: "versionId",
  missing: "VERSION_NOT_FOUND",
  find: findVersion,
  state: versionState,
};

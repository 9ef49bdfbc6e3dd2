import type { Resource, SolutionFields, VersionFields } from "@airlock/contract";

export type Solution = Resource<SolutionFields>;
export type Version = Resource<VersionFields>;

/** The cached responses that a change of a version may be seen in. */
export const versionChanges = ["solution.versions.list", "version.read"] as const;

/** The cached responses that a change of a solution or version may be seen in. */
export const solutionLists = ["solutions", ...versionChanges, "deployed"] as const;

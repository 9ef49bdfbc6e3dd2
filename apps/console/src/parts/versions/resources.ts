import type { Resource, SolutionFields, VersionFields } from "@airlock/contract";

export type Solution = Resource<SolutionFields>;
export type Version = Resource<VersionFields>;

/** The lists that a change of a solution or version may be seen in. */
export const solutionLists = ["solutions", "versions", "deployed"] as const;

import type { Datasets } from "../node-parts.ts";

/** A version of a solution that a flow uses as a node: a frozen copy, so that the flow needs nothing else to run. */
export interface SubFlowOf<Flow> {
  readonly versionId: string;
  /** The name of the version. */
  readonly name: string;
  readonly solutionId: string;
  readonly solutionName: string;
  /** The behaviour number that the version was frozen with. */
  readonly behaviour: number;
  readonly definition: Flow;
}

/** What the calling flow needs of it: fields to map. */
export type CalledFlow = SubFlowOf<Datasets>;

export interface CalledFlows {
  /** Left out if empty. */
  readonly subFlows?: readonly CalledFlow[];
}

export function findSubFlow<Flow>(
  { subFlows = [] }: { readonly subFlows?: readonly SubFlowOf<Flow>[] },
  versionId: string,
): SubFlowOf<Flow> | undefined {
  return subFlows.find((one) => one.versionId === versionId);
}

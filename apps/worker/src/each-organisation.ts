import type { Log } from "@airlock/platform";

export interface EachOrganisationOptions<Item> {
  readonly items: Iterable<Item>;
  readonly work: (organisationId: string, own: readonly Item[]) => Promise<void>;
  /** Logged with the error of an organisation. */
  readonly failure: string;
  readonly log: Log;
  /** Aborted when the process stops: the remaining organisations are left out. */
  readonly signal: AbortSignal;
}

/** Works on the items of one organisation after another. One that fails is logged and does not affect others. Returns those that failed. */
export async function eachOrganisation<Item extends { readonly organisationId: string }>(
  options: EachOrganisationOptions<Item>,
): Promise<ReadonlySet<string>> {
  const { items, work, failure, log, signal } = options;
  const failed = new Set<string>();
  for (const [organisationId, own] of Map.groupBy(items, (item) => item.organisationId)) {
    if (signal.aborted) break;
    try {
      await work(organisationId, own);
    } catch (error) {
      failed.add(organisationId);
      if (!signal.aborted) log.warn({ err: error, organisationId }, failure);
    }
  }
  return failed;
}

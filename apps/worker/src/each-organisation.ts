import type { Log } from "@airlock/platform";

export interface EachOrganisationOptions<Item> {
  readonly items: Iterable<Item>;
  readonly work: (organisationId: string, own: readonly Item[]) => Promise<void>;
  /** Organisations that failed the last time, which this updates: each is logged once until it succeeds. */
  readonly failing: Set<string>;
  /** Logged with the error of an organisation. */
  readonly failure: string;
  readonly log: Log;
  /** Aborted when the process stops: the remaining organisations are left out. */
  readonly signal: AbortSignal;
}

/** Works on the items of one organisation after another. One that fails is logged and does not affect others. */
export async function eachOrganisation<Item extends { readonly organisationId: string }>(
  options: EachOrganisationOptions<Item>,
): Promise<void> {
  const { items, work, failing, failure, log, signal } = options;
  for (const [organisationId, own] of Map.groupBy(items, (item) => item.organisationId)) {
    if (signal.aborted) return;
    try {
      await work(organisationId, own);
      failing.delete(organisationId);
    } catch (error) {
      if (!signal.aborted && !failing.has(organisationId)) log.warn({ err: error, organisationId }, failure);
      failing.add(organisationId);
    }
  }
}

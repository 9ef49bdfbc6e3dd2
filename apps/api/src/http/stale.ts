/** Whether a change is based on an outdated revision. Without a revision there is no check: last write wins. */
export function isStale(sent: { readonly revision?: number | undefined }, row: { readonly revision: number }): boolean {
  return sent.revision !== undefined && sent.revision !== row.revision;
}

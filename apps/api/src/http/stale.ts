/** Whether a change was made from a state that is not the present one. Who sends no revision takes the risk. */
export function isStale(sent: { readonly revision?: number | undefined }, row: { readonly revision: number }): boolean {
  return sent.revision !== undefined && sent.revision !== row.revision;
}

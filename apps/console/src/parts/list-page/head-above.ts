/** The head above a row: that of its group, unless the row before is in the same one. */
export function headAbove<Row>(rows: readonly Row[], index: number, groupOf: ((row: Row) => string) | undefined): string | undefined {
  const [row, before] = [rows[index], rows[index - 1]];
  if (groupOf === undefined || row === undefined) return undefined;
  const group = groupOf(row);
  return before !== undefined && groupOf(before) === group ? undefined : group;
}

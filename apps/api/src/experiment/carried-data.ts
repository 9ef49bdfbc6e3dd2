/** Values of carried columns by name; a missing one is absent. */
export function carriedData(names: readonly string[], cells: readonly unknown[]): Record<string, string | number> {
  return Object.fromEntries(
    names.flatMap((name, index) => {
      const value = cells[index];
      return typeof value === "string" || typeof value === "number" ? [[name, value] as const] : [];
    }),
  );
}

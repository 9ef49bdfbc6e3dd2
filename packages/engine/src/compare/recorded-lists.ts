import type { ListUse } from "../program/parts.ts";
import type { Lookups } from "../run/lookups.ts";
import type { ListVersion } from "../types.ts";

/**
 * The lists of a record, each with the keys that were looked up and the columns that were read. `onUnknown` is called for anything else.
 * Empty if the execution failed before its lists were opened.
 */
export function recordedLists(
  uses: readonly ListUse[],
  lookups: Lookups | undefined,
  onUnknown: () => void,
): ReadonlyMap<string, ListVersion> {
  if (lookups === undefined) return new Map();
  return new Map(
    uses.map(({ index, listId, columns }) => {
      const lookedUp = lookups.found.filter(({ list }) => list === index);
      const table = {
        columns: columns.map((name) => ({ name })),
        find: (key: string) => {
          const row = lookedUp.findIndex((one) => one.key === key);
          if (row === -1) onUnknown();
          return lookedUp[row]?.row === undefined ? -1 : row;
        },
        value: (row: number, column: number) => {
          if (column === -1) onUnknown();
          return lookedUp[row]?.row?.[column] ?? undefined;
        },
      };
      return [listId, { number: lookups.versions[index] ?? 0, table }];
    }),
  );
}

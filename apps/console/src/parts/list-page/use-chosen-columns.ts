import { useState } from "react";

/** Which columns are hidden, remembered in this browser by table. */
export function useChosenColumns(table: string): readonly [ReadonlySet<string>, (column: string) => void] {
  const name = `airlock-columns-${table}`;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => {
    try {
      return new Set(
        localStorage
          .getItem(name)
          ?.split(",")
          .filter((column) => column !== ""),
      );
    } catch {
      return new Set<string>();
    }
  });
  const toggle = (column: string) => {
    const next = new Set(hidden);
    if (!next.delete(column)) next.add(column);
    setHidden(next);
    try {
      localStorage.setItem(name, [...next].join(","));
    } catch {
      // Storage may be refused; the choice then holds for this page.
    }
  };
  return [hidden, toggle];
}

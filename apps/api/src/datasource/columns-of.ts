import { datasourceColumn, columnProfile, type ColumnProfile, type DatasourceColumn } from "@airlock/contract";
import { z } from "zod";

const columns = z.array(datasourceColumn);
const profiles = z.array(columnProfile).nullable();

/** Parses the JSON of the row. */
export function columnsOf(stored: unknown): readonly DatasourceColumn[] {
  return columns.parse(stored);
}

export function namesOf(stored: unknown): readonly string[] {
  return columnsOf(stored).map(({ name }) => name);
}

/** In the order of the imported columns; null before they were profiled. */
export function profilesOf(stored: unknown): readonly ColumnProfile[] | null {
  return profiles.parse(stored);
}

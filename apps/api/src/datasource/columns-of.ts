import { datasourceColumn, columnProfile, type ColumnProfile, type DatasourceColumn } from "@airlock/contract";
import { z } from "zod";

const columns = z.array(datasourceColumn);
const profiles = z.array(columnProfile).nullable();

/** What stands in the row as json, read as it was written. */
export function columnsOf(stored: unknown): readonly DatasourceColumn[] {
  return columns.parse(stored);
}

export function namesOf(stored: unknown): readonly string[] {
  return columnsOf(stored).map(({ name }) => name);
}

/** In the order of the columns that were taken over; null before they were looked at. */
export function profilesOf(stored: unknown): readonly ColumnProfile[] | null {
  return profiles.parse(stored);
}

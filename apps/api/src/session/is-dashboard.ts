import { dashboard, type DashboardItem } from "@airlock/contract";

/** Whether the stored dashboard equals the one that the client knows, in any order of fields. */
export function isDashboard(stored: unknown, known: readonly DashboardItem[]): boolean {
  const read = dashboard.safeParse(stored);
  return read.success && JSON.stringify(read.data) === JSON.stringify(known);
}

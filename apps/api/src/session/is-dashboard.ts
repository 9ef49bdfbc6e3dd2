import { dashboard, type DashboardItem } from "@airlock/contract";

/** Whether what is stored is the dashboard that someone has in mind, whatever order its fields came in. */
export function isDashboard(stored: unknown, known: readonly DashboardItem[]): boolean {
  const read = dashboard.safeParse(stored);
  return read.success && JSON.stringify(read.data) === JSON.stringify(known);
}

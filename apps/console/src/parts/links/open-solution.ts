/** Each solution has its own window: opening it again brings that window to the front. */
export function openSolution(webSafeString: string): void {
  const opened = window.open(`/solution/${webSafeString}`, `airlock-solution-${webSafeString}`);
  opened?.focus();
}

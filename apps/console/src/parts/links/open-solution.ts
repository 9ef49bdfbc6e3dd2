/** Each solution has a window of its own: opened again, the same one comes to the front. */
export function openSolution(webSafeString: string): void {
  const opened = window.open(`/solution/${webSafeString}`, `airlock-solution-${webSafeString}`);
  opened?.focus();
}

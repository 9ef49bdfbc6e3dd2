/** Each result has its own window: opening it again brings that window to the front. */
export function openResult(webSafeString: string): void {
  const opened = window.open(`/experiments/result/${webSafeString}`, `airlock-result-${webSafeString}`);
  opened?.focus();
}

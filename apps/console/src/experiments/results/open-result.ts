/** Each result has a window of its own: opened again, the same one comes to the front. */
export function openResult(webSafeString: string): void {
  const opened = window.open(`/experiments/result/${webSafeString}`, `airlock-result-${webSafeString}`);
  opened?.focus();
}

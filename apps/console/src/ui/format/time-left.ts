/** `about 2 minutes left`, once there is something to judge by. */
export function timeLeft(elapsedMillis: number, percent: number): string | undefined {
  if (percent < 2 || percent >= 100 || elapsedMillis < 1_000) return undefined;
  const seconds = ((elapsedMillis / percent) * (100 - percent)) / 1_000;
  if (seconds < 10) return "a few seconds left";
  if (seconds < 90) return `about ${Math.round(seconds / 10) * 10} seconds left`;
  return `about ${Math.round(seconds / 60)} minutes left`;
}

/** `about 2 minutes left`, once there is something to judge by. `short`: `about 40 s left`. */
export function timeLeft(elapsedMillis: number, percent: number, unit: "long" | "short" = "long"): string | undefined {
  if (percent < 2 || percent >= 100 || elapsedMillis < 1_000) return undefined;
  const seconds = ((elapsedMillis / percent) * (100 - percent)) / 1_000;
  if (seconds < 10) return "a few seconds left";
  const tens = Math.round(seconds / 10) * 10;
  if (seconds < 90) return unit === "short" ? `about ${tens} s left` : `about ${tens} seconds left`;
  return `about ${Math.round(seconds / 60)} minutes left`;
}

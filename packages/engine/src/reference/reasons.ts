/** What a run gathers beside values. */
export interface Gathered {
  readonly reasonCodes: string[];
  /** [FO20] The day that the first node got that used it. */
  today: number | undefined;
}

/** [SC5] [SC6] */
export function giveReason(code: string, gathered: Gathered): void {
  if (code !== "" && !gathered.reasonCodes.includes(code)) gathered.reasonCodes.push(code);
}

/** As near to certain as a probability is taken for: past it, one wrong row would outweigh all others. */
const surest = 1e-15;

/** What a row costs whose true class was given this probability. */
export function logLossOf(probability: number): number {
  return -Math.log(Math.min(1 - surest, Math.max(surest, probability)));
}

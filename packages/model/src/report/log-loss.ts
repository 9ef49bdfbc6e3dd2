/** Probabilities are clipped to this distance from 0 and 1: otherwise one wrong row would outweigh all others. */
const surest = 1e-15;

/** The loss of a row whose actual class was predicted with this probability. */
export function logLossOf(probability: number): number {
  return -Math.log(Math.min(1 - surest, Math.max(surest, probability)));
}

/** Inputs that one batch may have, and how many times larger than a single input its body may be. */
export const maxBatchInputs = 1_000;
export const batchBodies = 16;
/** Maximum size of the responses and log lines of one batch, which are in memory until all of them are durable. */
export const maxBatchResponseBytes = 32_000_000;

/** Inputs that one batch may have, and how many times larger than a single input its body may be. */
export const maxBatchInputs = 1_000;
export const batchBodies = 16;

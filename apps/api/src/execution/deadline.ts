/** Runs work with a signal that is also aborted after this time. Returns undefined if it was. */
export async function withinMillis<Result>(
  millis: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | undefined> {
  const deadline = AbortSignal.timeout(millis);
  try {
    return await work(AbortSignal.any([signal, deadline]));
  } catch (error) {
    if (deadline.aborted && !signal.aborted) return undefined;
    throw error;
  }
}

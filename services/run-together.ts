type Work = (signal: AbortSignal) => Promise<unknown>;

/** Resolves when all works ended. If one fails, the others are aborted and waited for, and its error is thrown: nothing runs afterwards. */
export async function runTogether(signal: AbortSignal, works: readonly Work[]): Promise<void> {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  let first: { readonly error: unknown } | undefined;
  const fail = (error: unknown): void => {
    first ??= { error };
    failed.abort();
  };
  await Promise.all(works.map((work) => work(either).catch(fail)));
  if (first !== undefined) throw first.error;
}

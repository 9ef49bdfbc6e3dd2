/** A release as seen by its caller. Times are of `performance.now`. */
export interface Switch {
  readonly versionId: string;
  readonly begun: number;
  readonly confirmed: number;
}

export interface Answer {
  readonly sent: number;
  readonly answered: number;
  readonly versionId: string;
}

/**
 * Responses by a version that was no longer released when the call was sent. A call may be answered by the last release that was confirmed before it
 * was sent, and by each that had started before it was answered. `switches` are consecutive.
 */
export function staleAnswers(switches: readonly Switch[], answers: readonly Answer[]): readonly Answer[] {
  return answers.filter(({ sent, answered, versionId }) => {
    const last = Math.max(
      0,
      switches.findLastIndex(({ confirmed }) => confirmed <= sent),
    );
    return !switches.slice(last).some((one) => one.begun <= answered && one.versionId === versionId);
  });
}

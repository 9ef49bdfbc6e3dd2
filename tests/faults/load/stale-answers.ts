/** A release as the one who released saw it. Times are of `performance.now`. */
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
 * Answers by a version that was not released any more when the call was sent. A call may be answered by the last release that was confirmed
 * before it was sent, and by each that had begun before it was answered. `switches` follow each other.
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

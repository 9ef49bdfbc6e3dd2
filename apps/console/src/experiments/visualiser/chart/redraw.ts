const quietMillis = 700;
export const checkMillis = 200;
export const autoSaveMillis = 5_000;

/** Debounces changes before a redraw. Has no clock of its own: the caller polls it with the current time. */
export class Redraw {
  private changedAt: number | undefined;

  changed(now: number): void {
    this.changedAt = now;
  }

  /** True once after each change, when nothing else has changed during the delay. */
  isDue(now: number): boolean {
    if (this.changedAt === undefined || now - this.changedAt < quietMillis) return false;
    this.changedAt = undefined;
    return true;
  }
}

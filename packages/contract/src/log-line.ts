/** What lines of the execution log have in common. */

const plain = /^[0-9A-Za-z_-]{1,64}$/;

/** Whether an id may be written to a line as it is. Checked once when a deployment or a key arrives, not for every execution. */
export function isPlainId(id: string): boolean {
  return plain.test(id);
}

export interface LogProblem {
  readonly code: "unknownFormat" | "notJson" | "wrongShape";
  /** The line as received, so that nothing is lost. */
  readonly line: string;
  readonly message: string;
}

export function wrongShape(line: string, message: string): LogProblem {
  return { code: "wrongShape", line, message };
}

export function isId(value: unknown): value is string {
  return typeof value === "string" && plain.test(value);
}

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0; // Just found to be a number.
}

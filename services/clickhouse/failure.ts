/** An error as a ClickHouse server reports it: a stable code, the text with its name, and the HTTP status. */
export interface Failure {
  readonly code: number;
  readonly status: number;
  readonly text: string;
}

const unknownException = 1002;

/** The server's own mapping of error codes to HTTP statuses. Codes that are not listed are errors of the server. */
const statuses = new Map<number, readonly number[]>([
  // Unreadable: text, quotes, dates, numbers, syntax, types, values out of range, missing parameters.
  [400, [6, 15, 25, 26, 27, 36, 38, 41, 42, 43, 44, 53, 62, 69, 70, 72, 117, 128, 167, 168, 321, 376, 427, 441, 456, 457, 467]],
  [403, [192, 193, 195, 291, 497, 516]],
  // Unknown: column, function, identifier, type, table, aggregate, format, database, setting.
  [404, [16, 46, 47, 50, 56, 60, 63, 73, 81, 115, 141, 336, 511]],
  [408, [159, 160]],
  [413, [307]],
  [501, [48]],
  [503, [76, 202, 209, 439]],
]);

export function failure(code: number, text: string): Failure {
  const [status = 500] = [...statuses].find(([, codes]) => codes.includes(code)) ?? [];
  return { code, status, text };
}

export function notImplemented(what: string): Failure {
  return failure(48, `Code: 48. DB::Exception: ${what} (NOT_IMPLEMENTED)`);
}

/** Parses an error of the engine, which has the server's own text. */
export function asFailure(error: unknown): Failure {
  const text = error instanceof Error ? error.message : String(error);
  const code = /^Code: (\d+)\./.exec(text)?.[1];
  return code === undefined
    ? failure(unknownException, `Code: ${unknownException}. DB::Exception: ${text} (UNKNOWN_EXCEPTION)`)
    : failure(Number(code), text);
}

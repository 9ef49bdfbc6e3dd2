export type Details = Readonly<Record<string, string>>;

/** `message` is the short half of 'message: description', as the console shows it; `description` says what to do about it. */
export interface ProblemEntry {
  readonly status: number;
  readonly message: string;
  readonly description: (details: Details) => string;
}

export function plain(sentence: string): ProblemEntry["description"] {
  return () => sentence;
}

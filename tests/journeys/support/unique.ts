let made = 0;

/** A name that is unique in this run. */
export function unique(word: string): string {
  made += 1;
  return `${word} ${Date.now().toString(36)}${made}`;
}

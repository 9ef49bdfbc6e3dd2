let made = 0;

/** A name that nothing else has in this run. */
export function unique(word: string): string {
  made += 1;
  return `${word} ${Date.now().toString(36)}${made}`;
}

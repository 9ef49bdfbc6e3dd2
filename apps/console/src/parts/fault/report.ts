/** What a developer or an administrator should find in the browser's console. The one place that writes there. */
export function report(message: string, ...details: readonly unknown[]): void {
  // oxlint-disable-next-line no-console -- there is no other log in a browser; nothing of a session is passed here.
  console.error(message, ...details);
}

export function note(message: string): void {
  // oxlint-disable-next-line no-console -- see above.
  console.info(message);
}

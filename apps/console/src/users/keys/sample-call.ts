/** In single quotes for a POSIX shell, whatever is inside. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A call that runs as it is pasted into a shell. */
export function sampleCall(address: string, key: string, body: unknown): string {
  return [
    `curl -X POST ${quoted(address)}`,
    `-H ${quoted(`Authorization: Bearer ${key}`)}`,
    "-H 'Content-Type: application/json'",
    `-d ${quoted(JSON.stringify(body))}`,
  ].join(" \\\n  ");
}

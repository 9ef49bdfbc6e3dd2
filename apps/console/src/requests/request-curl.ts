import type { RefusedRequestFields } from "@airlock/contract";

/** The same call without its secret and without its body, which is not stored. */
export function requestCurl({ method, address, correlationId }: RefusedRequestFields, origin: string): string {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const lines = [
    `curl --request ${quoted(method)} ${quoted(origin + address)}`,
    `--header "Authorization: Bearer $AIRLOCK_KEY"`,
    `--header ${quoted(`X-Correlation-ID: ${correlationId}`)}`,
  ];
  if (method === "POST") lines.push(`--header 'Content-Type: application/json'`, `--data @body.json`);
  return lines.join(" \\\n  ");
}

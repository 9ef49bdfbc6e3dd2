/** The answer's body when it is a 2xx; throws otherwise. For probes: one that is not there refuses at once, one that is busy may take its time. */
export async function expectOk(url: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000), ...init });
  const body = await response.text();
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${body.slice(0, 200)}`);
  return body;
}

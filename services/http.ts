/** The body of a 2xx response; throws otherwise. For probes: a missing server refuses immediately, a busy one may take its time. */
export async function expectOk(url: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000), ...init });
  const body = await response.text();
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${body.slice(0, 200)}`);
  return body;
}

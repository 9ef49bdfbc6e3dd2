/** A metric of a runtime without labels. */
export async function metricOf(runtime: string, name: string): Promise<number> {
  const metrics = await (await fetch(`${runtime}/metrics`)).text();
  return Number(new RegExp(`^${name} (.*)$`, "m").exec(metrics)?.[1] ?? Number.NaN);
}

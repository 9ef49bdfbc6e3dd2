import { basePath } from "@airlock/contract";
import { getText, hammer, quantile } from "../serving/hammer.ts";

export interface NamedRequest {
  readonly name: string;
  readonly path: string;
  /** Shown but not checked: searches for rare values, or reads a minute's durations, of which there are more with more executions. */
  readonly rare?: boolean;
}

const hour = 3_600_000;

/** The requests of the dashboard and the executions screen. */
export function requestsOf(busiest: string): readonly NamedRequest[] {
  const back = (hours: number, gran: string, id: string, path = "/stats") =>
    `${path}?start=${new Date(Date.now() - hours * hour).toISOString()}&end=-&gran=${gran}&id=${id}`;
  return [
    { name: "dashboard, HOUR", path: back(1, "PT1M", "ALL") },
    { name: "dashboard, DAY", path: back(24, "PT1H", "ALL") },
    { name: "dashboard, WEEK", path: back(168, "PT6H", "ALL") },
    { name: "dashboard, WEEK, one version", path: back(168, "PT6H", busiest) },
    { name: "dashboard, 30 days", path: back(720, "P1D", "ALL") },
    { name: "panels, DAY", path: back(24, "PT1H", "ALL", "/stats/details"), rare: true },
    { name: "panels, WEEK", path: back(168, "PT6H", "ALL", "/stats/details"), rare: true },
    { name: "executions, first page", path: "/executions?limit=100" },
    { name: "executions, one version", path: `/executions?limit=100&versions=${busiest}` },
    { name: "executions, failed", path: "/executions?limit=100&status=failed" },
    { name: "executions, reason code", path: "/executions?limit=100&reasonCode=R05" },
    { name: "executions, age > 60", path: "/executions?limit=100&field=age&operator=%3E&value=60" },
    { name: "executions, over 5 ms", path: "/executions?limit=100&minMillis=5" },
    { name: "executions, one applicant", path: "/executions?limit=100&field=applicant_id&operator=%3D%3D&value=A-000123456", rare: true },
  ];
}

export interface Pair {
  readonly few: number;
  readonly many: number;
}

/** The median time of each in milliseconds, one at a time and in turns, so that other load on the machine affects all alike. */
export async function measure(
  ports: Pair,
  bearer: string,
  questions: readonly NamedRequest[],
  options: { readonly seconds: number; readonly rounds: number },
): Promise<ReadonlyMap<string, Pair>> {
  const all = new Map(questions.map(({ name }) => [name, { few: [] as number[], many: [] as number[] }]));
  for (let round = 0; round <= options.rounds; round += 1) {
    for (const { name, path } of questions) {
      const requests = [getText(basePath + path, { authorization: `Bearer ${bearer}` })];
      for (const size of ["few", "many"] as const) {
        // The first round warms caches and compilers.
        const seconds = round === 0 ? 0.1 : options.seconds;
        const { millis, refused } = await hammer({ port: ports[size], connections: 1, seconds, requests });
        if (refused > 0) throw new Error(`${name}: ${refused} of ${millis.length} were refused.`);
        if (round > 0) all.get(name)?.[size].push(...millis);
      }
    }
  }
  return new Map([...all].map(([name, { few, many }]) => [name, { few: quantile(few, 0.5), many: quantile(many, 0.5) }]));
}

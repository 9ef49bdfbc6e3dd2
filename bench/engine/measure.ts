/**
 * Times several contenders in short interleaved slices, so that all see the same machine, and only the fastest slices of each count, since
 * other load can only make a slice slower. Measured is the processor time of the whole process, including threads of competitors and the garbage
 * collector, so that waiting for a busy machine does not count. Figures are comparable only within one run.
 */
export interface Contender {
  readonly name: string;
  /** Runs `times` iterations. */
  readonly run: (times: number) => void | Promise<void>;
  /** The number of units per iteration, if it is not one. */
  readonly units?: number;
}

export interface Measured {
  /** Nanoseconds per unit. */
  readonly nanos: number;
}

const sliceMillis = 8;

export async function measure(contenders: readonly Contender[], seconds: number): Promise<ReadonlyMap<string, Measured>> {
  const slices = new Map<string, number[]>();
  const times = new Map<string, number>();
  for (const contender of contenders) times.set(contender.name, await calibrate(contender));
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    for (const contender of contenders) {
      const count = times.get(contender.name) ?? 1;
      const nanos = (await timed(contender, count)) / count / (contender.units ?? 1);
      const list = slices.get(contender.name) ?? [];
      list.push(nanos);
      slices.set(contender.name, list);
    }
  }
  return new Map(Array.from(slices, ([name, list]) => [name, { nanos: quick(list) }]));
}

async function timed(contender: Contender, times: number): Promise<number> {
  const before = process.cpuUsage();
  await contender.run(times);
  const { user, system } = process.cpuUsage(before);
  return (user + system) * 1e3;
}

/** Warms up for a while, then determines the number of iterations per slice. */
async function calibrate(contender: Contender): Promise<number> {
  let times = 1;
  let nanos = 0;
  const until = performance.now() + 400;
  while (performance.now() < until || nanos < 1e6) {
    nanos = await timed(contender, times);
    if (nanos < sliceMillis * 5e5) times *= 2;
  }
  return Math.max(1, Math.round((times * sliceMillis * 1e6) / nanos));
}

/** The median of the fastest tenth of the slices. */
function quick(list: readonly number[]): number {
  const sorted = list.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 20)] ?? NaN;
}

import type { TestProject } from "vitest/node";
import { findInstance } from "../../../services/instance.ts";
import { serveBrowser } from "../../support/browser.ts";
import { ensureDocumentation, ensurePseudoConsole } from "../../support/deploy-console.ts";
import type { Product } from "../../support/product.ts";
import { productOf, standUp, takeDown } from "../../support/stand-up.ts";
import { startTraceCollector } from "../../support/trace-collector.ts";

/** What one worker of the run has to itself, so that the stories of one file at a time change it. */
export interface Stand {
  readonly product: Product;
  /** The address of its browser: pages of one browser share its clipboard. */
  readonly browser: string;
}

declare module "vitest" {
  export interface ProvidedContext {
    /** One for each worker. */
    readonly stands: readonly Stand[];
    /** The address of the trace collector's API. */
    readonly collector: string;
  }
}

const base = Number(process.env["AIRLOCK_JOURNEY_BASE"] ?? 21_000);
/** While writing journeys: keep everything running, and reuse it. */
const keep = process.env["AIRLOCK_JOURNEY_KEEP"] === "1";
/** An instance that runs, for example from images: nothing is started or stopped. Stories that need two runtimes or the collector fail. */
const running = process.env["AIRLOCK_JOURNEY_INSTANCE"];
/** Beyond the ports of the instance itself; Keycloak's instance is at 50. */
const collectorPort = base + 40;
const basesApart = 100;

/** A product and a browser for each worker, and a trace collector for all. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const begun = performance.now();
  // One file alone needs one.
  const paths = project.vitest.state.getPaths();
  const count = Math.min(project.config.maxWorkers, paths.length);
  if (running === undefined) await ensureDocumentation();
  const undoing: (() => Promise<void>)[] = [];
  let collector: Awaited<ReturnType<typeof startTraceCollector>> | undefined;
  // One that fails leaves no other running. The collector last: the products send it their last spans while they stop.
  const stop = async (): Promise<void> => {
    const ended = await Promise.allSettled(undoing.map((undo) => undo()));
    await collector?.stop();
    for (const one of ended) if (one.status === "rejected") throw one.reason;
  };
  try {
    collector = await startTraceCollector(collectorPort);
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_BSP_SCHEDULE_DELAY: "200" };
    const stands: Stand[] = [];
    // One after the other: the first may have to build the console.
    for (let index = 0; index < count; index += 1) {
      const name = index === 0 ? "journeys" : `journeys-${index + 1}`;
      const product = await (running === undefined
        ? standUp({ name, base: base + index * basesApart, runtimes: 2, env, reuse: keep })
        : productNamed(running));
      if (!keep && running === undefined) undoing.push(() => takeDown(product));
      const browser = await serveBrowser();
      undoing.push(() => browser.close());
      stands.push({ product, browser: browser.wsEndpoint() });
    }
    // Here, because files that need it run in two processes.
    if (paths.some((path) => path.includes("pseudo-language"))) await ensurePseudoConsole();
    project.provide("stands", stands);
    project.provide("collector", collector.endpoint);
    const urls = stands.map(({ product }) => product.url).join(" and ");
    const folders = stands.map(({ product }) => product.folder).join(" and ");
    console.log(
      `Airlock started at ${urls} after ${((performance.now() - begun) / 1000).toFixed(0)} s; logs and pictures of failures: ${folders}`,
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

async function productNamed(name: string): Promise<Product> {
  const instance = await findInstance(name);
  if (instance === undefined) throw new Error(`There is no instance "${name}".`);
  return productOf(instance);
}

import type { TestProject } from "vitest/node";
import { serveBrowser } from "../../support/browser.ts";
import { ensureDocumentation } from "../../support/deploy-console.ts";
import type { Product } from "../../support/product.ts";
import { standUp, takeDown } from "../../support/stand-up.ts";
import { startTraceCollector } from "../../support/trace-collector.ts";

declare module "vitest" {
  export interface ProvidedContext {
    readonly product: Product;
    /** The address of the run's browser. */
    readonly browser: string;
    /** The address of the trace collector's API. */
    readonly collector: string;
  }
}

const base = Number(process.env["AIRLOCK_JOURNEY_BASE"] ?? 21_000);
/** While writing journeys: keep everything running, and reuse it. */
const keep = process.env["AIRLOCK_JOURNEY_KEEP"] === "1";
/** Beyond the ports of the instance itself. */
const collectorPort = base + 40;

/** One product, one browser and one trace collector for all journeys. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const begun = performance.now();
  await ensureDocumentation();
  const collector = await startTraceCollector(collectorPort);
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_BSP_SCHEDULE_DELAY: "200" };
  const product = await standUp({ name: "journeys", base, runtimes: 2, env, reuse: keep }).catch(async (error: unknown) => {
    await collector.stop();
    throw error;
  });
  const browser = await serveBrowser();
  project.provide("product", product);
  project.provide("browser", browser.wsEndpoint());
  project.provide("collector", collector.endpoint);
  console.log(
    `Airlock stands at ${product.url} after ${((performance.now() - begun) / 1000).toFixed(0)} s; logs and pictures of failures: ${product.folder}`,
  );
  return async () => {
    await browser.close();
    if (!keep) await takeDown(product);
    await collector.stop();
  };
}

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { clickhouseAccess, environment } from "../../services/environment.ts";
import { createInstance, findInstance, port, publicUrl, type Instance } from "../../services/instance.ts";
import { startParts, stopParts, type Progress } from "../../services/lifecycle.ts";
import type { PartName } from "../../services/part.ts";
import { isPartName, parts, usualParts } from "../../services/parts.ts";
import { startStack, statusOfStack, stopStack } from "../../services/stack.ts";
import { deployConsole } from "./deploy-console.ts";
import type { Product } from "./product.ts";

export interface StandUp {
  readonly name: string;
  readonly base: number;
  readonly runtimes?: number;
  readonly parts?: readonly PartName[];
  /** Settings of the product's processes that differ from the instance's own. */
  readonly env?: Readonly<Record<string, string>>;
  /** Use a running instance with its data. */
  readonly reuse?: boolean;
}

/** Starts the whole product with real parts and no data: data of an earlier run is deleted first. */
export async function standUp(options: StandUp, progress?: Progress): Promise<Product> {
  const known = await findInstance(options.name);
  if (known !== undefined && options.reuse === true && (await allReady(known))) {
    await deployConsole(join(known.folder, "console"));
    return productOf(known, options.env);
  }
  if (known !== undefined) {
    await takeDown(known);
    await rm(known.folder, { recursive: true, force: true });
  }
  const instance = await createInstance(options.name, options.base);
  const consoleFolder = join(instance.folder, "console");
  try {
    await Promise.all([startParts(instance, options.parts ?? usualParts, progress), deployConsole(consoleFolder)]);
    await startStack(instance, { runtimes: options.runtimes ?? 1, console: "files", consoleFolder, env: { ...options.env } }, progress);
  } catch (error) {
    await takeDown(instance);
    throw error;
  }
  return productOf(instance, options.env);
}

/** Stops everything of the instance and keeps its data and logs. */
export async function takeDown(instance: Instance): Promise<void> {
  await stopStack(instance);
  await stopParts(instance, Object.keys(parts).filter(isPartName));
}

async function allReady(instance: Instance): Promise<boolean> {
  const statuses = await statusOfStack(instance).catch(() => []);
  return statuses.length > 0 && statuses.every(({ ready }) => ready);
}

/** The values of an instance that runs. */
export function productOf(instance: Instance, env: Readonly<Record<string, string>> = {}): Product {
  const settings = environment(instance);
  return {
    ...instance,
    url: publicUrl(instance),
    issuer: env["AIRLOCK_OIDC_ISSUER"] ?? settings.AIRLOCK_OIDC_ISSUER,
    inboxUrl: `http://127.0.0.1:${port(instance, "inbox")}`,
    clickhouse: clickhouseAccess(instance),
  };
}

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { portOffsets, type PortName } from "./ports.ts";

/** One set of parts with its own ports and folder. */
export interface Instance {
  readonly name: string;
  readonly base: number;
  readonly folder: string;
}

export const projectRoot = resolve(import.meta.dirname, "..");

export function port(instance: Instance, name: PortName): number {
  return instance.base + portOffsets[name];
}

/** The public origin for users and callers. */
export function publicUrl(instance: Instance): string {
  return `http://localhost:${port(instance, "edge")}`;
}

/**
 * The address that the edge, the identity provider and the inbox listen on. Published ports of a container do not arrive at the loopback address, so
 * the trial image sets another one.
 */
export function listenAddress(): string {
  return process.env["AIRLOCK_SERVICES_HOST"] ?? "127.0.0.1";
}

function instancesFolder(): string {
  return resolve(process.env["AIRLOCK_SERVICES_DIR"] ?? join(projectRoot, ".services"));
}

function folderOf(name: string): string {
  // The name becomes a folder: a separator or a leading dot would escape the parent.
  if (!/^[a-z0-9][a-z0-9_-]{0,40}$/i.test(name)) throw new Error(`"${name}" cannot name an instance: letters, digits, - and _ only.`);
  return join(instancesFolder(), name);
}

/** Creates the instance's folder and stores its base, so that stop and status need only the name. */
export async function createInstance(name: string, base: number): Promise<Instance> {
  const folder = folderOf(name);
  await mkdir(folder, { recursive: true });
  const known = await findInstance(name);
  if (known && known.base !== base) {
    throw new Error(`Instance "${name}" has the base port ${known.base}. Stop it, delete ${folder} and start again to move it to ${base}.`);
  }
  await writeFile(join(folder, "instance.json"), `${JSON.stringify({ name, base })}\n`);
  return { name, base, folder };
}

export async function findInstance(name: string): Promise<Instance | undefined> {
  const folder = folderOf(name);
  const text = await readFile(join(folder, "instance.json"), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const stored: unknown = JSON.parse(text);
  if (typeof stored !== "object" || stored === null || !("base" in stored) || typeof stored.base !== "number") {
    throw new Error(`${folder}/instance.json is damaged: delete the folder and start again.`);
  }
  return { name, base: stored.base, folder };
}

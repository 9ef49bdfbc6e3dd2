import { execFile } from "node:child_process";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { clickhouseCredentials } from "../../services/clickhouse-users.ts";
import { environment } from "../../services/environment.ts";
import { projectRoot, type Instance } from "../../services/instance.ts";
import { binaries, postgresUrl } from "../../services/parts/postgres.ts";

const tutorial = join(projectRoot, "docs/tutorials/operator.md");
const marked = /^( *)<!-- commands: ([\w-]+) -->\n *```sh\n([\s\S]*?)^ *```$/gm;

/** The code blocks of the operator's tutorial by the name in the comment above each. */
export async function operatorCommands(): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(tutorial, "utf8");
  return new Map(
    [...text.matchAll(marked)].map(([, indent = "", name = "", code = ""]) => [name, code.replaceAll(new RegExp(`^${indent}`, "gm"), "")]),
  );
}

/** Runs a code block of the operator's tutorial as it is printed, in a folder; returns what it prints. Its first command that fails ends it. */
export async function runCommands(instance: Instance, name: string, folder: string = projectRoot): Promise<string> {
  const commands = (await operatorCommands()).get(name);
  if (commands === undefined) throw new Error(`The operator's tutorial no longer has the commands ${name}.`);
  const env = {
    ...process.env,
    ...environment(instance, "migrate"),
    POSTGRES_SUPERUSER_URL: postgresUrl(instance, "superuser"),
    CLICKHOUSE_PASSWORD: clickhouseCredentials("admin").password,
    PATH: [await programs(instance), await binaries(), process.env["PATH"]].join(":"),
  };
  const { stdout } = await promisify(execFile)("sh", ["-e", "-c", commands], { cwd: folder, env });
  return stdout.trim();
}

/** A folder with the program `clickhouse`. */
async function programs(instance: Instance): Promise<string> {
  const folder = join(instance.folder, "programs");
  await mkdir(folder, { recursive: true });
  const client = join(import.meta.dirname, "clickhouse-client.ts");
  await writeFile(join(folder, "clickhouse"), `#!/bin/sh\nexec "${process.execPath}" "${client}" "$@"\n`);
  await chmod(join(folder, "clickhouse"), 0o755);
  return folder;
}

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { environment } from "../../services/environment.ts";
import type { Instance } from "../../services/instance.ts";
import { nodeCommand } from "../../services/node-command.ts";

/** What `npm run audit:verify` prints. */
export async function verifyAudit(instance: Instance): Promise<string> {
  const { file, args, cwd } = nodeCommand("database/audit-verify.ts");
  const { stdout } = await promisify(execFile)(file, args, { cwd, env: { ...process.env, ...environment(instance) } });
  return stdout.trim();
}

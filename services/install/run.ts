import { execFile } from "node:child_process";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** Runs an installer; an error has the end of its output. */
export async function runInstaller(
  what: string,
  file: string,
  args: readonly string[],
  options: { readonly env?: Readonly<Record<string, string>>; readonly cwd?: string } = {},
): Promise<string> {
  try {
    const { stdout } = await execute(file, args, {
      env: { ...process.env, ...options.env },
      maxBuffer: 64 * 1024 * 1024,
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    });
    return stdout;
  } catch (error) {
    const output = error instanceof Error && "stderr" in error && typeof error.stderr === "string" ? error.stderr : "";
    throw new Error(`Installing ${what} failed: ${file} ${args.join(" ")}\n${output.trimEnd().split("\n").slice(-12).join("\n")}`, {
      cause: error,
    });
  }
}

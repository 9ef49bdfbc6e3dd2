import { execFile } from "node:child_process";
import { access, copyFile, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv, promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { projectRoot } from "./instance.ts";

const run = promisify(execFile);
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "airlock-env-"));
  await mkdir(join(folder, "deploy"));
  await copyFile(join(projectRoot, "deploy/make-env.sh"), join(folder, "deploy/make-env.sh"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const makeEnv = () => run("sh", [join(folder, "deploy/make-env.sh")]);
const written = () => readFile(join(folder, ".env"), "utf8");

test("the first run writes a different value for each variable, for this user only", async () => {
  await makeEnv();
  const values = Object.values(parseEnv(await written()));
  expect(values.length).toBeGreaterThan(10);
  expect(new Set(values).size).toBe(values.length);
  expect((await stat(join(folder, ".env"))).mode & 0o777).toBe(0o600);
});

test("variables of an .env from before are kept, and missing ones are appended", async () => {
  await makeEnv();
  const all = Object.keys(parseEnv(await written()));
  // As it was before the bucket server, edited by hand: without an end of the last line.
  const before = "# Ours\nAIRLOCK_SECRET_KEY=kept==\nOTHER=x\nAIRLOCK_NATS_API_PASSWORD=also-kept";
  await writeFile(join(folder, ".env"), before);
  await makeEnv();
  const after = await written();
  expect(after.startsWith(`${before}\n`)).toBe(true);
  expect(Object.keys(parseEnv(after)).toSorted()).toEqual(["OTHER", ...all].toSorted());
  expect(parseEnv(after)["AIRLOCK_S3_SECRET_KEY"]).toMatch(/^p[0-9a-f]{48}$/);
  await makeEnv();
  expect(await written()).toBe(after);
});

test("an empty value is replaced", async () => {
  await writeFile(join(folder, ".env"), "AIRLOCK_SECRET_KEY=\nAIRLOCK_SECRET_KEYS=\n");
  await makeEnv();
  const text = await written();
  expect(text.startsWith("AIRLOCK_SECRET_KEYS=\nAIRLOCK_POSTGRES_SUPER_PASSWORD=p")).toBe(true);
  expect(parseEnv(text)["AIRLOCK_SECRET_KEY"]).toMatch(/^[\w+/]{43}=$/);
  expect(text.match(/^AIRLOCK_SECRET_KEY=/gm)).toHaveLength(1);
});

test("without openssl it writes nothing and fails", async () => {
  // A folder of programs without openssl.
  await mkdir(join(folder, "bin"));
  for (const program of ["cat", "dirname", "grep", "printf", "rm", "sed", "tail", "touch"]) {
    const { stdout } = await run("which", [program]);
    await symlink(stdout.trim(), join(folder, "bin", program));
  }
  const alone = run("/bin/sh", [join(folder, "deploy/make-env.sh")], { env: { PATH: join(folder, "bin") } });
  await expect(alone).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("make-env.sh needs openssl.") as string });
  await expect(access(join(folder, ".env"))).rejects.toThrow("ENOENT");
});

import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const root = new URL("../../", import.meta.url).pathname;
const packages = ["flow", "engine", "interchange", "editor"];

/** A copy of the packages that know kinds, and of the engine's test tools, in a folder of its own. */
export class ToyTree {
  readonly #path = mkdtempSync(join(tmpdir(), "toy-kind-"));

  constructor() {
    const isSource = (path: string): boolean => !/\.test\.tsx?$/.test(path);
    for (const name of packages) cpSync(join(root, "packages", name), this.#at(`packages/${name}`), { recursive: true, filter: isSource });
    cpSync(join(root, "tests/engine"), this.#at("tests/engine"), { recursive: true, filter: isSource });
    cpSync(join(root, "tsconfig.base.json"), this.#at("tsconfig.base.json"));
    this.write("package.json", JSON.stringify({ type: "module" }));
    this.write("tests/tsconfig.json", testsConfig);
    this.#linkModules("node_modules");
  }

  /** Our packages resolve to the copy, all others to the installed ones. */
  #linkModules(folder: string): void {
    mkdirSync(this.#at(`${folder}/@airlock`), { recursive: true });
    for (const name of readdirSync(join(root, folder))) {
      if (name !== "@airlock") symlinkSync(join(root, folder, name), this.#at(`${folder}/${name}`));
    }
    for (const name of packages) symlinkSync(this.#at(`packages/${name}`), this.#at(`${folder}/@airlock/${name}`));
    symlinkSync(join(root, "packages/model"), this.#at(`${folder}/@airlock/model`));
  }

  #at(path: string): string {
    return join(this.#path, path);
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(this.#at(path)), { recursive: true });
    writeFileSync(this.#at(path), text);
  }

  /** Changes a file; the replaced text must exist. */
  replace(path: string, from: string, to: string): void {
    const text = readFileSync(this.#at(path), "utf8");
    if (!text.includes(from)) throw new Error(`${path} does not have ${from}`);
    this.write(path, text.replace(from, to));
  }

  /** Type-checks the copy; returns the files with errors, each once. */
  async filesWithErrors(): Promise<readonly string[]> {
    const { output } = await this.#run(join(root, "node_modules/.bin/tsc"), ["-b", "tests", "--pretty", "false"]);
    const files = output.matchAll(/^(\S+?)\(\d+,\d+\): error/gm);
    return [...new Set(Array.from(files, (match) => match[1] ?? ""))].sort();
  }

  /** Runs a script of the copy; throws if it fails. */
  async run(...script: readonly string[]): Promise<string> {
    const { code, output } = await this.#run(process.execPath, script);
    if (code !== 0) throw new Error(output);
    return output;
  }

  #run(command: string, args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
    return new Promise((resolve) => {
      execFile(command, args, { cwd: this.#path, maxBuffer: 1e8 }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : 1, output: stdout + stderr }),
      );
    });
  }

  remove(): void {
    rmSync(this.#path, { recursive: true, force: true });
  }
}

const testsConfig = JSON.stringify({
  extends: "../tsconfig.base.json",
  compilerOptions: { outDir: "../.build/types/tests", types: ["node"], lib: ["ES2024", "DOM", "DOM.Iterable"] },
  include: ["engine/*.ts"],
  references: [{ path: "../packages/flow" }, { path: "../packages/engine" }, { path: "../packages/editor" }],
});

import { execFileSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

interface ModuleValue {
  /** The module, by its path. */
  readonly file: string;
  /** The one thing that it exports. */
  readonly name: string;
  /** An expression of the exported value, `value`: the source that pages get instead. */
  readonly source: string;
  /** Its files are watched: a change evaluates the module again. */
  readonly folder: string;
}

/** Replaces a module by its value, so that pages load neither the module nor what it imports. */
export function moduleValue({ file, name, source, folder }: ModuleValue): Plugin {
  const script = `import { ${name} as value } from ${JSON.stringify(pathToFileURL(file).href)}; process.stdout.write(${source});`;
  return {
    name: `value of ${name}`,
    configureServer({ watcher }) {
      watcher.add(folder);
    },
    hotUpdate({ file: changed, modules }) {
      const mine = this.environment.moduleGraph.getModulesByFile(file);
      return changed.startsWith(`${folder}/`) && mine !== undefined ? [...modules, ...mine] : undefined;
    },
    load(id) {
      if (id !== file) return undefined;
      // In a process of its own: this one would return the modules that it imported before the change.
      const value = execFileSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8" });
      return `export const ${name} = ${value};`;
    },
  };
}

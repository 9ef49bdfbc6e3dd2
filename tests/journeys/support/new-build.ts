import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Deploys a newer console over the one in the folder: same code under another name, as a build of changed sources would have. */
export async function deployNewBuild(folder: string): Promise<{ readonly entry: string }> {
  const page = await readFile(join(folder, "index.html"), "utf8");
  const old = /assets\/(index-[\w-]+)\.js/.exec(page)?.[1];
  if (old === undefined) throw new Error("The built page names no entry.");
  const entry = `index-${Date.now().toString(36)}`;
  await copyFile(join(folder, "assets", `${old}.js`), join(folder, "assets", `${entry}.js`));
  const worker = await readFile(join(folder, "sw.js"), "utf8");
  const changed = worker
    .replaceAll(`assets/${old}.js`, `assets/${entry}.js`)
    .replace(/(url:\s*"index\.html",\s*revision:\s*")[^"]*"/, `$1${entry}"`)
    .replace(/("revision":\s*")[^"]*(",\s*"url":\s*"index\.html")/, `$1${entry}$2`);
  if (!changed.includes(`"${entry}"`)) throw new Error("The worker's list of files does not name index.html as expected.");
  // The page first: whoever looks for a newer one after seeing the worker must find it.
  await writeFile(join(folder, "index.html"), page.replaceAll(`assets/${old}.js`, `assets/${entry}.js`));
  await writeFile(join(folder, "sw.js"), changed);
  return { entry };
}

import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Deploys a newer console over the one in the folder: the same code with new names of all hashed files, like a build of changed sources. Returns the
 * new entry.
 */
export async function deployNewBuild(folder: string): Promise<{ readonly entry: string }> {
  const assets = join(folder, "assets");
  const files = (await readdir(assets)).filter((file) => /\.(js|css)$/.test(file));
  const stamp = Date.now().toString(36);
  const renamed = new Map(files.map((file) => [file, file.replace(/\.(js|css)$/, `${stamp}.$1`)]));
  const rename = (text: string) => [...renamed].reduce((result, [from, to]) => result.replaceAll(from, to), text);
  for (const [from, to] of renamed) {
    await writeFile(join(assets, to), rename(await readFile(join(assets, from), "utf8")));
    await rm(join(assets, from));
  }
  const page = rename(await readFile(join(folder, "index.html"), "utf8"));
  const entry = /assets\/(index-[\w-]+\.js)/.exec(page)?.[1];
  if (entry === undefined) throw new Error("The built page names no entry.");
  const worker = rename(await readFile(join(folder, "sw.js"), "utf8"));
  const changed = worker.replace(/(url:"index\.html",revision:")[^"]*|(revision:")[^"]*(?=",url:"index\.html")/, `$1$2${stamp}`);
  if (changed === worker) throw new Error("The worker's list of files does not name index.html as expected.");
  // The page first: a client that sees the new service worker must also find the new page.
  await writeFile(join(folder, "index.html"), page);
  await writeFile(join(folder, "sw.js"), changed);
  return { entry };
}

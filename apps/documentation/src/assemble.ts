import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { removeComments, rewriteLinks } from "./markdown.ts";
import { addressOf, allPages, type Page } from "./pages.ts";
import { repository } from "./repository.ts";

/** The input of VitePress: every page at its path. Written by each build, never edited. */
export const pagesFolder = join(import.meta.dirname, "../.pages");

const pictures = "docs/pictures/";

export async function assemble(): Promise<void> {
  const pages = allPages();
  const addresses = new Map(pages.flatMap(({ at, from }) => (from === undefined ? [] : [[from, addressOf(at)] as const])));
  await Promise.all(pages.map((page) => writeIfChanged(join(pagesFolder, `${page.at}.md`), render(page, addresses))));
  const served = join(pagesFolder, "public");
  await rm(served, { recursive: true, force: true });
  await cp(join(repository, pictures), join(served, "pictures"), { recursive: true });
  await cp(join(repository, "apps/console/public/favicon.svg"), join(served, "logo.svg"));
  await cp(join(repository, "packages/contract/openapi.json"), join(served, "openapi.json"));
}

function render({ text, from, at }: Page, addresses: ReadonlyMap<string, string>): string {
  const folder = posix.dirname(from ?? "README.md");
  const body = rewriteLinks(removeComments(text()), (target) => {
    // Generated pages already have site paths.
    if (target.startsWith("/")) return target;
    const [path = "", anchor] = target.split("#");
    const source = posix.normalize(posix.join(folder, path)).replace(/\/$/, "");
    // The home page replaces it, with other sections.
    if (source === "README.md") return "/";
    if (source.startsWith(pictures)) return `/pictures/${source.slice(pictures.length)}`;
    const address = addresses.get(source) ?? addresses.get(`${source}/README.md`);
    return address === undefined || anchor === undefined ? address : `${address}#${anchor}`;
  });
  // The home page has its own front matter.
  return body.startsWith("---\n") || at === "index" ? body : `---\noutline: [2, 3]\n---\n\n${body}`;
}

/** A development server reloads only changed pages. */
async function writeIfChanged(path: string, text: string): Promise<void> {
  if ((await readFile(path, "utf8").catch(() => undefined)) === text) return;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

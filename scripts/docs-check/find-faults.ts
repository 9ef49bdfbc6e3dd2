import { posix } from "node:path";
import type { Page } from "./markdown.ts";
import type { Project } from "./project.ts";

/** A name on a page that does not exist. */
export interface Fault {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly why: string;
}

/** Names that are right although they are not in the project, by page. */
export type Exceptions = Readonly<Record<string, readonly string[]>>;

export function findFaults(project: Project, exceptions: Exceptions = {}): readonly Fault[] {
  const faults: Fault[] = [];
  for (const [file, page] of project.pages) {
    const allowed = new Set(exceptions[file]);
    const add = (line: number, text: string, why: string): void => {
      if (!allowed.has(text)) faults.push({ file, line, text, why });
    };
    for (const { text, line } of page.links) {
      const why = linkFault(project, file, page, text);
      if (why !== undefined) add(line, text, why);
    }
    for (const { text, line } of [...page.spans, ...page.commands]) {
      for (const [, script = ""] of text.matchAll(/\bnpm run (?:-s |--silent )?(?!-)([\w:-]+)(?!.* -w )/g))
        if (!project.scripts.has(script)) add(line, script, "is no script of package.json");
      for (const [word] of text.matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g))
        if (!/^(?:OTEL|NGINX|TZ)_/.test(word) && !project.constants.has(word))
          add(line, word, "is no setting, error code or constant of the sources");
    }
    for (const { text, line } of page.spans)
      for (const path of text.includes(" ") ? text.split(/\s+/).filter(isRooted(project)) : [text])
        for (const one of expandBraces(path))
          if (looksLikePath(project, one) && !pathExists(project, file, one)) add(line, one, "does not exist");
    for (const { text, line } of page.commands)
      for (const path of text.split(/\s+/).filter(isRooted(project)))
        if (!pathExists(project, file, path)) add(line, path, "does not exist");
  }
  return [...faults, ...missingInIndex(project)];
}

const decisions = "docs/decisions/";

/** Decision records that the index does not link. */
function missingInIndex(project: Project): readonly Fault[] {
  const index = `${decisions}README.md`;
  const linked = new Set(project.pages.get(index)?.links.map(({ text }) => text));
  return [...project.pages.keys()]
    .filter((file) => file.startsWith(decisions) && file !== index && !linked.has(file.slice(decisions.length)))
    .map((file) => ({ file: index, line: 1, text: file, why: "is not in this index" }));
}

function linkFault(project: Project, file: string, page: Page, link: string): string | undefined {
  if (/^[a-z]+:/.test(link)) return undefined;
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? file : posix.normalize(posix.join(posix.dirname(file), path)).replace(/\/$/, "");
  if (target !== "." && !project.paths.has(target)) return "does not exist";
  if (anchor === undefined) return undefined;
  const anchors = (path === "" ? page : project.pages.get(target))?.anchors;
  return anchors?.has(anchor) === true ? undefined : "has no such heading";
}

const fileEnding = /\.(?:ts|tsx|sql|md|json|css|sh|ya?ml|conf|py|xml|html|template)$/;
const pathCharacters = /^[\w.@/*<>-]+$/;

/** A path from the root begins with a folder of the root. */
function isRooted(project: Project): (path: string) => boolean {
  return (path) => {
    const [first = "", second] = path.split("/");
    return second !== undefined && first !== "" && pathCharacters.test(path) && project.paths.has(first);
  };
}

function looksLikePath(project: Project, text: string): boolean {
  if (!pathCharacters.test(text) || text.startsWith("/") || text.startsWith("@") || text.startsWith(".")) return false;
  return isRooted(project)(text) || (fileEnding.test(text) && !text.startsWith("*")) || /^[\w-]+\/$/.test(text);
}

/** A path is from the root, from the page's folder, or the end of a path, as pages shorten them. */
function pathExists(project: Project, file: string, written: string): boolean {
  const path = written.replace(/\/$/, "");
  const beside = posix.normalize(posix.join(posix.dirname(file), path));
  if (project.paths.has(path) || project.paths.has(beside)) return true;
  const hasWildcard = /[*<]/.test(path);
  if (isRooted(project)(written) && !hasWildcard) return false;
  const pattern = new RegExp(`(?:^|/)${path.replaceAll(/[.]/g, "\\.").replaceAll(/\*+|<[\w-]+>/g, ".*")}$`);
  for (const each of project.paths) if (pattern.test(each)) return true;
  return false;
}

/** `a/{b,c}.ts` names two files. */
function expandBraces(path: string): readonly string[] {
  const [, before = "", inside, after = ""] = /^([^{]*)\{([^{}]*,[^{}]*)\}(.*)$/.exec(path) ?? [];
  return inside === undefined ? [path] : inside.split(",").flatMap((part) => expandBraces(`${before}${part.trim()}${after}`));
}

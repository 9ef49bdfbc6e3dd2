import { posix } from "node:path";

/** Links of the built pages, by the page's path, to files and anchors that do not exist. VitePress checks neither anchors nor files. */
export function findDeadLinks(pages: ReadonlyMap<string, string>, files: ReadonlySet<string>, base: string): readonly string[] {
  const anchors = new Map([...pages].map(([path, html]) => [path, idsOf(html)]));
  return [...pages].flatMap(([path, html]) => {
    const dead = new Set<string>();
    for (const [, link = ""] of html.matchAll(/<(?:a|img|link|script)\b[^>]*?\s(?:href|src)="([^"]*)"/g)) {
      const target = decodeURI(link.replaceAll("&amp;", "&"));
      // Other sites, and other paths of this one, such as the console.
      if (/^[a-z]+:/.test(target) || (target.startsWith("/") && !target.startsWith(base))) continue;
      const [address = "", anchor = ""] = target.split("#");
      const inSite =
        address === "" ? path : address.startsWith("/") ? address.slice(base.length) : posix.join(posix.dirname(path), address);
      const page = [inSite, `${inSite}.html`, posix.join(inSite, "index.html")].find((name) => files.has(name));
      if (page === undefined || (anchor !== "" && anchors.get(page)?.has(anchor) === false)) dead.add(target);
    }
    return [...dead].map((target) => `${path} links to ${target}, which does not exist.`);
  });
}

function idsOf(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = ""]) => id));
}

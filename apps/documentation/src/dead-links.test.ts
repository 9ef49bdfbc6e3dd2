import { expect, it } from "vitest";
import { findDeadLinks } from "./dead-links.ts";

const base = "/documentation/";

function deadOf(html: string): readonly string[] {
  const pages = new Map([
    ["guides/a.html", html],
    ["guides/b.html", '<h2 id="top">Top</h2>'],
    ["index.html", ""],
  ]);
  return findDeadLinks(pages, new Set([...pages.keys(), "openapi.json"]), base);
}

it("knows pages without their ending, folders, files and anchors", () => {
  const links = ["/documentation/guides/b", "/documentation/guides/b#top", "b", "/documentation/", "/documentation/openapi.json", "/admin"];
  expect(deadOf(`${links.map((link) => `<a href="${link}">x</a>`).join("")}<a href="https://example.com/x">x</a>`)).toEqual([]);
});

it("finds pages, files and anchors that do not exist", () => {
  expect(deadOf('<a href="/documentation/guides/c">x</a><a class="y" href="b#bottom">x</a><img src="/documentation/c.png">')).toEqual([
    "guides/a.html links to /documentation/guides/c, which does not exist.",
    "guides/a.html links to b#bottom, which does not exist.",
    "guides/a.html links to /documentation/c.png, which does not exist.",
  ]);
});

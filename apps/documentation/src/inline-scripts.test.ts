import { expect, it } from "vitest";
import { extractInlineScripts } from "./inline-scripts.ts";

it("moves inline scripts to files of their own, once each, and leaves the others", () => {
  const html =
    '<script id="a">one()</script><script id="b">one()</script><script src="/x.js"></script><script type="module">two()</script>';
  const { html: changed, files } = extractInlineScripts(html, "/documentation/");
  expect([...files.values()]).toEqual(["one()", "two()"]);
  const [one, two] = [...files.keys()];
  expect(changed).toBe(
    `<script id="a" src="/documentation/${one}"></script><script id="b" src="/documentation/${one}"></script>` +
      `<script src="/x.js"></script><script type="module" src="/documentation/${two}"></script>`,
  );
});

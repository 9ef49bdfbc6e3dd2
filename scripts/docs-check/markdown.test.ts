import { expect, it } from "vitest";
import { readPage } from "./markdown.ts";

it("finds spans, links and commands with their lines, and nothing in code blocks of other languages", () => {
  const page = readPage("See `a.ts` and [b](b.md#c), not `[d](d.md)`.\n\n```sh\nnpm run e # f\n```\n\n```ts\nconst x = `g`;\n```\n`h.ts`");
  expect(page.spans).toEqual([
    { text: "a.ts", line: 1 },
    { text: "[d](d.md)", line: 1 },
    { text: "h.ts", line: 10 },
  ]);
  expect(page.links).toEqual([{ text: "b.md#c", line: 1 }]);
  expect(page.commands).toEqual([{ text: "npm run e", line: 4 }]);
});

it("gives headings the anchors that GitHub gives them", () => {
  const page = readPage("# NATS: credentials, TLS\n## The `flow` [language](x.md)\n## Twice\n### Twice\n```sh\n# no heading\n```");
  expect([...page.anchors]).toEqual(["nats-credentials-tls", "the-flow-language", "twice", "twice-1"]);
});

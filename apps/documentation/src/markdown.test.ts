import { describe, expect, it } from "vitest";
import { removeComments, rewriteLinks, sectionOf, table } from "./markdown.ts";

const resolve = (target: string) => (target.startsWith("b.md") ? target.replace("b.md", "/guides/b") : undefined);

describe("links of a page", () => {
  it("lead to the page of the site, with their anchor", () => {
    expect(rewriteLinks("See [b](b.md), [`b`](b.md#top) and ![b](b.md).", resolve)).toBe(
      "See [b](/guides/b), [`b`](/guides/b#top) and ![b](/guides/b).",
    );
  });

  it("become plain text if the site has no page, and do not change within the page and to other sites", () => {
    expect(rewriteLinks("[`src/a.ts`](src/a.ts) [top](#top) [other](https://example.com/a.md)", resolve)).toBe(
      "`src/a.ts` [top](#top) [other](https://example.com/a.md)",
    );
  });

  it("are not those in code", () => {
    const code = "`[b](b.md)`\n```md\n[b](b.md)\n```\n";
    expect(rewriteLinks(code, resolve)).toBe(code);
  });
});

it("removes comments, but not from code", () => {
  expect(removeComments("1. Press **Add**. <!-- step: add -->\n```html\n<!-- stays -->\n```")).toBe(
    "1. Press **Add**.\n```html\n<!-- stays -->\n```",
  );
});

describe("a section as a page", () => {
  const text = "# All\n\n## One\n\nFirst.\n\n### Part\n\n```sh\n### no heading\n```\n\n## Two\n\nSecond.";

  it("ends at the next heading of its level, and its headings move up", () => {
    expect(sectionOf(text, "One")).toBe("# One\n\nFirst.\n\n## Part\n\n```sh\n### no heading\n```\n");
  });

  it("is an error if its heading does not exist", () => {
    expect(() => sectionOf(text, "Three")).toThrow('There is no section "Three".');
  });
});

it("writes tables", () => {
  expect(table(["A", "B"], [["1", "2"]])).toBe("| A | B |\n|---|---|\n| 1 | 2 |");
});

import { describe, expect, it } from "vitest";
import { blocks } from "./markdown.tsx";

describe("the pages' markup", () => {
  it("knows headings, paragraphs, lists and code", () => {
    const text = "# Title\nFirst line\nsame paragraph\n\n## Part\n\n- one\n  more\n- two\n\n```json\n{\n\n}\n```\n";
    expect(blocks(text)).toEqual([
      { kind: "heading", level: 1, text: "Title" },
      { kind: "paragraph", text: "First line same paragraph" },
      { kind: "heading", level: 2, text: "Part" },
      { kind: "list", items: ["one more", "two"] },
      { kind: "code", text: "{\n\n}" },
    ]);
  });
});

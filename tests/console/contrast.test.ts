import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** WCAG 2.2 AA: 4.5:1 for text; 3:1 for marks, icons and outlines of controls. */
const [textRatio, markRatio] = [4.5, 3];

// Read as a file: Vitest replaces style sheets in unit tests by empty ones.
const css = readFileSync(new URL("../../apps/console/src/ui/theme/tokens.css", import.meta.url), "utf8");
const [light = "", dark = ""] = css.split('\n[data-color-scheme="dark"] {');

function tokensIn(text: string): ReadonlyMap<string, string> {
  return new Map(Array.from(text.matchAll(/--al-([\w-]+):\s*([^;]+);/g), ([, name = "", value = ""]) => [name, value.trim()]));
}

const schemes = { light: tokensIn(light), dark: new Map([...tokensIn(light), ...tokensIn(dark)]) };
const surfaces = ["page", "card", "raised", "sunken", "hover", "selected"];
const meanings = ["primary", "secondary", "success", "warning", "error", "neutral"];

function luminance(hex: string): number {
  const channels = [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

it("is 21 between black and white, and 1 between equal colours", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#1890ff", "#1890ff")).toBe(1);
});

describe.each(Object.entries(schemes))("contrast in the %s scheme", (_, tokens) => {
  const hex = (name: string): string => {
    const value = tokens.get(name) ?? "";
    expect(value, `--al-${name} is a plain hex value`).toMatch(/^#[0-9a-f]{6}$/);
    return value;
  };
  const below = (pairs: readonly (readonly [string, string])[], ratio: number): readonly string[] =>
    pairs
      .filter(([front, back]) => contrast(hex(front), hex(back)) < ratio)
      .map(([front, back]) => `${front} on ${back}: ${contrast(hex(front), hex(back)).toFixed(2)}`);

  it("of text is enough on every surface", () => {
    const texts = ["text", "text-muted", "text-faint", ...meanings.map((name) => `${name}-text`)];
    expect(
      below(
        texts.flatMap((text) => surfaces.map((surface) => [text, surface] as const)),
        textRatio,
      ),
    ).toEqual([]);
  });
  it("of text is enough on its own soft background, on solid fills and on inverse surfaces", () => {
    const pairs = [
      ...meanings.map((name) => [`${name}-text`, `${name}-soft`] as const),
      ...["primary-solid", "primary-solid-hover", "secondary-solid", "error-solid"].map((solid) => ["on-solid", solid] as const),
      ["primary-ink", "primary"] as const,
      ["secondary-ink", "secondary"] as const,
      ["text-inverse", "inverse"] as const,
      ["text-inverse-muted", "inverse"] as const,
    ];
    expect(below(pairs, textRatio)).toEqual([]);
  });
  it("of marks and outlines of controls is enough on cards", () => {
    expect(
      below(
        [...meanings, "border-control"].map((name) => [name, "card"] as const),
        markRatio,
      ),
    ).toEqual([]);
  });
});

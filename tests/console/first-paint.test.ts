import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const [light = "", dark = ""] = read("../../apps/console/src/ui/theme/tokens.css").split('\n[data-color-scheme="dark"] {');
const token = (of: string, name: string): string | undefined => new RegExp(`--al-${name}: (#\\w+)`).exec(of)?.[1];

test("the page before the scripts have loaded has the colours of the console", () => {
  const styles = read("../../apps/console/public/first-paint.css");
  const colours = [...styles.matchAll(/#[0-9a-f]{3,8}\b/g)].map(([colour]) => colour);
  expect(colours).toEqual([
    token(light, "page"),
    token(light, "primary"),
    token(light, "secondary"),
    token(light, "border"),
    token(dark, "page"),
    token(dark, "border"),
  ]);
});

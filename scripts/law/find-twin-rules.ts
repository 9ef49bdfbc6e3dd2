import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface TwinRules {
  /** Where the rules are, as "file:line selector". */
  readonly places: readonly string[];
}

/** Shorter rules may say the same: a colour or a margin is not worth a shared class. */
const fewestDeclarations = 3;

/** Finds style rules below a folder that have the same declarations under the same conditions (media, container), whatever their order. */
export function findTwinRules(root: string, folder: string): readonly TwinRules[] {
  const places = new Map<string, string[]>();
  for (const file of globSync(`${folder}/**/*.css`, { cwd: root })) {
    for (const { at, selector, declarations, line } of rulesIn(readFileSync(join(root, file), "utf8"))) {
      if (declarations.length < fewestDeclarations) continue;
      const body = `${at} ${declarations.toSorted().join(";")}`;
      places.set(body, [...(places.get(body) ?? []), `${file}:${line} ${selector}`]);
    }
  }
  return Array.from(places.values(), (found) => ({ places: found })).filter((twins) => twins.places.length > 1);
}

interface Rule {
  /** The conditions around it, from the outside in. */
  readonly at: string;
  readonly selector: string;
  readonly declarations: readonly string[];
  readonly line: number;
}

/** Reads formatted style sheets: comments, rules, and conditions around rules. Steps of animations are no rules. */
function rulesIn(text: string): readonly Rule[] {
  const bare = text.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, " "));
  const rules: Rule[] = [];
  const around: string[] = [];
  let read = 0;
  for (const { index, 0: mark } of bare.matchAll(/[{}]/g)) {
    const piece = bare.slice(read, index);
    const head = tidy(piece.slice(piece.lastIndexOf(";") + 1));
    if (mark === "{") {
      around.push(head);
    } else {
      const selector = around.pop() ?? "";
      const isRule = !selector.startsWith("@") && !around.some((name) => name.startsWith("@keyframes"));
      const line = bare.slice(0, read).split("\n").length;
      if (isRule) rules.push({ at: around.join(" "), selector, declarations: piece.split(";").map(tidy).filter(Boolean), line });
    }
    read = index + 1;
  }
  return rules;
}

const tidy = (text: string): string => text.trim().replaceAll(/\s+/g, " ");

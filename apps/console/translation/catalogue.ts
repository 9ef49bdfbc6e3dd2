import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import PO from "pofile";
import { pseudoMessage } from "./pseudo.ts";
import { readSource, readVocabulary, translatedFiles } from "./sources.ts";
import { textsIn } from "./texts-in.ts";
import type { Translate } from "./translate-source.ts";

/** Has a catalogue `<language>.po` for each language; English is in the sources. */
const folder = fileURLToPath(new URL("../languages/", import.meta.url));

export function translationsOf(language: string): Translate {
  if (language === "pseudo") return (message, plural) => [pseudoMessage(message), ...(plural === undefined ? [] : [pseudoMessage(plural)])];
  const file = join(folder, `${language}.po`);
  if (!existsSync(file)) throw new Error(`There is no catalogue ${file}. Create it with: npm run texts -- --language ${language}`);
  const { items } = PO.parse(readFileSync(file, "utf8"));
  const forms = new Map(
    items.filter(({ obsolete }) => !obsolete).map(({ msgid, msgstr }) => [msgid, msgstr.filter((form) => form !== "")]),
  );
  return (message) => {
    const found = forms.get(message);
    return found === undefined || found.length === 0 ? undefined : found;
  };
}

/** All texts of the sources, without translations: the template of a catalogue. */
export function extractTexts(): PO {
  const vocabulary = readVocabulary();
  const items = new Map<string, InstanceType<typeof PO.Item>>();
  for (const path of translatedFiles()) {
    for (const { message, plural } of textsIn(path, readSource(path), vocabulary)) {
      const item = items.get(message) ?? new PO.Item();
      item.msgid = message;
      if (plural !== undefined) item.msgid_plural = plural;
      if (!item.references.includes(path)) item.references.push(path);
      items.set(message, item);
    }
  }
  const template = new PO();
  template.headers = { "Content-Type": "text/plain; charset=utf-8", "Content-Transfer-Encoding": "8bit" };
  template.items = [...items.values()].toSorted((one, other) => (one.msgid < other.msgid ? -1 : 1));
  return template;
}

/** The text of a catalogue with the texts of the template and its own translations. It is out of date if this changes it. */
export function updatedCatalogue(template: PO, before: string): string {
  const catalogue = PO.parse(before);
  const known = new Map(catalogue.items.map((item) => [item.msgid, item]));
  const result = new PO();
  result.headers = { ...template.headers, ...catalogue.headers };
  result.items = template.items.map((item) => {
    const copy = Object.assign(new PO.Item(), item);
    copy.msgstr = known.get(item.msgid)?.msgstr ?? [];
    return copy;
  });
  return result.toString();
}

export function catalogueFiles(): readonly string[] {
  return globSync("*.po", { cwd: folder }).map((name) => join(folder, basename(name)));
}

export const catalogueFile = (language: string): string => join(folder, `${language}.po`);

import { fromFile, type Definition } from "@airlock/flow";
import type { Imported } from "@airlock/interchange";
import { problemText } from "../solution-file.ts";

export type SolutionFile =
  | { readonly kind: "solution"; readonly name: string; readonly definition: Definition }
  | { readonly kind: "converted"; readonly imported: Imported }
  | { readonly kind: "refused"; readonly problem: string };

const maxBytes = 10 * 1024 * 1024;

/** A solution saved from Airlock, or a DMN or JDM file as a solution. The converters are loaded for files that need them. */
export async function readSolutionFile(file: File): Promise<SolutionFile> {
  if (file.size > maxBytes) return { kind: "refused", problem: `${file.name} is larger than 10 MB.` };
  const text = await file.text();
  const name = file.name.replace(/(\.airlock)?\.(json|dmn|xml)$/i, "");
  if (text.trimStart().startsWith("<")) return converted(file, async ({ importDmn }) => importDmn(text, name));
  const read = fromFile(text);
  if (read.ok) return { kind: "solution", name, definition: read.definition };
  const isForeign = text.includes('"nodes"') && text.includes('"edges"');
  if (isForeign) return converted(file, ({ importJdm }) => importJdm(text, name));
  return { kind: "refused", problem: `${file.name} is not a solution saved from Airlock. ${problemText(read.problems)}` };
}

type Interchange = typeof import("@airlock/interchange");
type Conversion = ReturnType<Interchange["importJdm"]>;

async function converted(file: File, convert: (interchange: Interchange) => Conversion | Promise<Conversion>): Promise<SolutionFile> {
  const imported = await convert(await import("@airlock/interchange"));
  return imported.ok
    ? { kind: "converted", imported }
    : { kind: "refused", problem: `${file.name} cannot be imported. ${imported.problem}` };
}

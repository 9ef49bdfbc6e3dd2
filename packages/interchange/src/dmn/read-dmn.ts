/** Reads the XML of a DMN file, which is untrusted, into the parts that are converted. */
import { DmnModdle } from "dmn-moddle";
import { UnreadableFile } from "../report/imported.ts";

export interface Dmn {
  /** As in "1.3". */
  readonly version: string;
  readonly definitions: Part;
  /** What the parser could not place. */
  readonly warnings: readonly string[];
}

/** An element of the file. Properties that it does not have are empty. */
export class Part {
  readonly #element: object;

  constructor(element: unknown) {
    this.#element = typeof element === "object" && element !== null ? element : {};
  }

  #get(name: string): unknown {
    const value: unknown = Reflect.get(this.#element, name);
    return typeof value === "function" ? undefined : value;
  }

  get type(): string {
    return this.text("$type").replace("dmn:", "");
  }

  text(name: string): string {
    const value = this.#get(name);
    return typeof value === "string" ? value : "";
  }

  part(name: string): Part | undefined {
    const value = this.#get(name);
    return typeof value === "object" && value !== null ? new Part(value) : undefined;
  }

  parts(name: string): readonly Part[] {
    const value = this.#get(name);
    return Array.isArray(value) ? value.map((item) => new Part(item)) : [];
  }
}

const read = "https://www.omg.org/spec/DMN/20191111/MODEL/";
/** The parts that are converted are the same in all of these. */
const namespaces: Readonly<Record<string, string>> = {
  "http://www.omg.org/spec/DMN/20180521/MODEL/": "1.2",
  [read]: "1.3",
  "https://www.omg.org/spec/DMN/20211108/MODEL/": "1.4",
  "https://www.omg.org/spec/DMN/20230324/MODEL/": "1.5",
};

export async function readDmn(text: string): Promise<Dmn> {
  // Entities are declared there: without it there is nothing to expand.
  if (/<!(?:DOCTYPE|ENTITY)/iu.test(text))
    throw new UnreadableFile("This file has a document type, which DMN files do not need. It is not read.");
  const found = Object.keys(namespaces).find((namespace) => text.includes(namespace));
  if (found === undefined) throw new UnreadableFile("This is not a DMN file of version 1.2 to 1.5.");
  const { rootElement, warnings } = await parse(text.replaceAll(found, read));
  const definitions = new Part(rootElement);
  if (definitions.type !== "Definitions") throw new UnreadableFile("This XML file has no DMN definitions.");
  return { version: namespaces[found] ?? "1.3", definitions, warnings: warnings.map(({ message }) => message) };
}

async function parse(text: string): ReturnType<ReturnType<typeof DmnModdle>["fromXML"]> {
  try {
    return await DmnModdle().fromXML(text);
  } catch (error) {
    throw new UnreadableFile(
      `This is not XML that can be read: ${error instanceof Error ? error.message.split("\n")[0] : "unknown error"}.`,
    );
  }
}

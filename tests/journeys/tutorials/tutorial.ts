/** A step of a tutorial: a numbered item that ends its first line with a marker, and what is indented below it. */
export interface Step {
  readonly name: string;
  /** Bold: names of screens, buttons and fields, in reading order. */
  readonly labels: readonly string[];
  /** Code: what the reader enters, chooses or sees. */
  readonly values: readonly string[];
  /** Code blocks: what the reader pastes or runs. */
  readonly blocks: readonly string[];
}

const item = /^\d+\. /;
const marker = /<!-- step: ([\w-]+) -->/;

export function readSteps(markdown: string): readonly Step[] {
  const texts: string[][] = [];
  let isOpen = false;
  for (const line of markdown.split("\n")) {
    if (item.test(line)) texts.push([line]);
    else if (isOpen && (line === "" || /^\s/.test(line))) texts.at(-1)?.push(line);
    isOpen = item.test(line) || (isOpen && (line === "" || /^\s/.test(line)));
  }
  return texts.map((lines) => readStep(lines.join("\n")));
}

function readStep(text: string): Step {
  const name = marker.exec(text)?.[1];
  if (name === undefined) throw new Error(`This step has no marker, so nothing executes it: ${text.split("\n")[0] ?? ""}`);
  const blocks: string[] = [];
  const prose = text.replaceAll(/^( *)```\w*\n([\s\S]*?)^ *```$/gm, (_whole, indent: string, code: string) => {
    blocks.push(code.replaceAll(new RegExp(`^${indent}`, "gm"), "").replace(/\n$/, ""));
    return "";
  });
  return {
    name,
    labels: [...prose.matchAll(/\*\*([^*]+)\*\*/g)].map(([, label = ""]) => label),
    values: [...prose.matchAll(/`([^`]+)`/g)].map(([, value = ""]) => value),
    blocks,
  };
}

/**
 * Passes the names and values of a step to the test, in the order of its text. All of them must be used: if the tutorial and the test differ, the
 * test fails.
 */
export class Reading {
  private readonly step: Step;
  private readonly read = { labels: 0, values: 0, blocks: 0 };

  constructor(step: Step) {
    this.step = step;
  }

  label(): string {
    return this.next("labels");
  }

  value(): string {
    return this.next("values");
  }

  block(): string {
    return this.next("blocks");
  }

  finish(): void {
    for (const kind of ["labels", "values", "blocks"] as const) {
      const left = this.step[kind].slice(this.read[kind]);
      if (left.length > 0) throw new Error(`The step ${this.step.name} names what was not done: ${left.join(", ")}`);
    }
  }

  private next(kind: "labels" | "values" | "blocks"): string {
    const found = this.step[kind][this.read[kind]];
    if (found === undefined) throw new Error(`The step ${this.step.name} does not name what comes next: it has no more ${kind}.`);
    this.read[kind] += 1;
    return found;
  }
}

export type Actions = Readonly<Record<string, (step: Reading) => Promise<void>>>;

/** Follows the tutorial, from its first step to its last. */
export async function walk(markdown: string, actions: Actions): Promise<void> {
  const steps = readSteps(markdown);
  const unknown = Object.keys(actions).filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) throw new Error(`The tutorial no longer has these steps: ${unknown.join(", ")}`);
  for (const step of steps) {
    const act = actions[step.name];
    if (act === undefined) throw new Error(`Nothing executes the step ${step.name}.`);
    const reading = new Reading(step);
    try {
      await act(reading);
      reading.finish();
    } catch (error) {
      throw new Error(`Step ${step.name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
}

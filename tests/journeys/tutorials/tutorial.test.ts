import { describe, expect, it } from "vitest";
import { readSteps, walk, type Actions, type Reading } from "./tutorial.ts";

const text = `# Title

Not **this** and not \`that\`.

1. Press **Add** and enter \`x\`. <!-- step: add -->

   \`\`\`text
   a	1
   	2
   \`\`\`

   Read \`3\`.

Nor **this**.

2. Press **Save**. <!-- step: save -->
3. Press **Close**. <!-- step: close -->
`;

const press = async (step: Reading) => void step.label();

describe("a tutorial", () => {
  it("is parsed into steps with names, values and blocks", () => {
    expect(readSteps(text)).toEqual([
      { name: "add", labels: ["Add"], values: ["x", "3"], blocks: ["a\t1\n\t2"] },
      { name: "save", labels: ["Save"], values: [], blocks: [] },
      { name: "close", labels: ["Close"], values: [], blocks: [] },
    ]);
  });

  it("has a marker at each step", () => {
    expect(() => readSteps("1. Press **Add**.")).toThrow("This step has no marker");
  });

  it("is executed in order, with its own names and values", async () => {
    const done: string[] = [];
    const add = async (step: Reading) => void done.push(step.label(), step.value(), step.value(), step.block());
    const say = async (step: Reading) => void done.push(step.label());
    await walk(text, { add, save: say, close: say });
    expect(done).toEqual(["Add", "x", "3", "a\t1\n\t2", "Save", "Close"]);
  });

  it.each<[string, Actions, string]>([
    ["names more than was done", { add: press, save: press, close: press }, "Step add: The step add names what was not done: x, 3"],
    ["has a step that nothing executes", {}, "Nothing executes the step add."],
    ["lost a step", { gone: press }, "The tutorial no longer has these steps: gone"],
    [
      "names less than was done",
      { add: async (step) => void [step.label(), step.label()] },
      "Step add: The step add does not name what comes next: it has no more labels.",
    ],
  ])("fails when it %s", async (_why, actions, message) => {
    await expect(walk(text, actions)).rejects.toThrow(message);
  });
});

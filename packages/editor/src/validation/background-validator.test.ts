import { validate, type Definition, type Finding } from "@airlock/flow";
import { expect, test } from "vitest";
import { renameNode } from "../commands/change-node.ts";
import { removeRow } from "../commands/rows.ts";
import { Editor } from "../session/editor.ts";
import { sampleDefinition } from "../testing/sample-flow.ts";
import { BackgroundValidator, type OpenPort } from "./background-validator.ts";
import { patched, type DefinitionPatch } from "./definition-patch.ts";

interface Opened {
  readonly patches: DefinitionPatch[];
  readonly respond: () => void;
  readonly fail: () => void;
}

/** Workers whose responses the test triggers. */
function workers(): { readonly opened: readonly Opened[]; readonly open: OpenPort } {
  const opened: Opened[] = [];
  const open: OpenPort = (found, fail) => {
    let definition: Definition | undefined;
    let isClosed = false;
    const patches: DefinitionPatch[] = [];
    const respond = () => {
      const patch = patches.at(-1);
      if (patch === undefined) throw new Error("Nothing was sent");
      definition = patched(definition, patch);
      if (!isClosed) found(validate(definition));
    };
    opened.push({ patches, respond, fail });
    return { send: (patch) => void patches.push(structuredClone(patch)), close: () => void (isClosed = true) };
  };
  return { opened, open };
}

const codes = (findings: readonly Finding[]): readonly string[] => findings.map(({ code }) => code);

test("findings are the worker's, and while it is busy only the newest definition waits", () => {
  const { opened, open } = workers();
  const validator = new BackgroundValidator(open);
  const editor = new Editor(sampleDefinition());
  const received: (readonly string[])[] = [];
  const ask = () => validator.validate(editor.definition, (findings) => received.push(codes(findings)));
  ask();
  editor.execute(renameNode("burden", "Burden"));
  ask();
  editor.execute(removeRow({ node: "minimum" }, "conditionFields", 0));
  ask();
  expect(opened.map(({ patches }) => patches.length)).toEqual([1]);
  opened[0]?.respond();
  expect([received.length, opened[0]?.patches.length]).toEqual([1, 2]);
  opened[0]?.respond();
  expect(received).toEqual([codes(validate(sampleDefinition())), codes(validate(editor.definition))]);
  expect(received[1]).not.toEqual(received[0]);
});

test("a worker that fails, or cannot be opened, is replaced by the page", () => {
  const { opened, open } = workers();
  const editor = new Editor(sampleDefinition());
  editor.execute(removeRow({ node: "minimum" }, "conditionFields", 0));
  const wanted = codes(validate(editor.definition));
  const received: (readonly string[])[] = [];
  const validator = new BackgroundValidator(open);
  validator.validate(editor.definition, (findings) => received.push(codes(findings)));
  opened[0]?.fail();
  new BackgroundValidator(() => {
    throw new Error("No workers here");
  }).validate(editor.definition, (findings) => received.push(codes(findings)));
  expect(received).toEqual([wanted, wanted]);
  // The next one is sent whole, to a new worker.
  validator.validate(editor.definition, () => {});
  expect(opened[1]?.patches[0]?.unchanged).toEqual([]);
});

test("after it is closed nothing is called back", () => {
  const { opened, open } = workers();
  const validator = new BackgroundValidator(open);
  let calls = 0;
  validator.validate(sampleDefinition(), () => void (calls += 1));
  validator.close();
  opened[0]?.respond();
  expect(calls).toBe(0);
  validator.validate(sampleDefinition(), () => void (calls += 1));
  opened[1]?.respond();
  expect(calls).toBe(1);
});

import { limits, type FlowList } from "@airlock/flow";
import { describe, expect, test } from "vitest";
import { chooseList } from "../commands/flow-lists.ts";
import { changeNode } from "../commands/change-node.ts";
import { replaceDefinition } from "../commands/replace-definition.ts";
import { deleteSelection } from "../commands/delete-selection.ts";
import { changeRow } from "../commands/rows.ts";
import { Editor } from "../session/editor.ts";
import { selectionOf } from "../selection/selection.ts";
import { draw, node, when } from "../testing/draw.ts";
import { blocked, brokers, postcodes } from "../testing/lists.ts";
import { definitionOf } from "./flow-document.ts";
import { listsInReach, settleLists } from "./settle-lists.ts";

const document = draw({
  application: { country: "String", postcode: "String" },
  runtime: { risk: "String" },
  nodes: [
    node("EasyRule", "rule", { conditionFields: [when("country in-list ", "String")] }),
    node("Lookup", "lookup", { lookupOutputs: [{ column: "old", resultField: "risk" }] }),
    node("Formula", "formula", { formulas: [{ resultField: "", formula: "" }] }),
  ],
});

function opened(offered: readonly FlowList[] = [blocked, postcodes, brokers]): Editor {
  const editor = new Editor(definitionOf(document));
  editor.offerLists(offered);
  return editor;
}
const names = (editor: Editor): readonly string[] => editor.state.document.lists.map(({ name }) => name);
const write = (formula: string) => changeRow({ node: "formula" }, "formulas", 0, { formula });
const compare = (rightHandFieldname: string) => changeRow({ node: "rule" }, "conditionFields", 0, { rightHandFieldname });

describe("the lists of a flow", () => {
  test("are added with the edit that names them, in the same step", () => {
    const editor = opened();
    editor.execute(chooseList("lookup", postcodes));
    editor.execute(compare("Blocked"));
    editor.execute(write('inList(7, "Brokers") or inList(application.country, "Nowhere")'));
    expect(editor.definition.lists).toEqual([postcodes, blocked, brokers]);
    editor.undo();
    expect(names(editor)).toEqual(["Postcode risk", "Blocked"]);
    editor.undo();
    editor.undo();
    expect(editor.definition).not.toHaveProperty("lists");
    expect(editor.isDirty).toBe(false);
    editor.redo();
    expect(names(editor)).toEqual(["Postcode risk"]);
  });

  test("are removed with their last use", () => {
    const editor = opened();
    editor.execute(compare("Blocked"));
    editor.execute(write('inList(application.country, "Blocked")'));
    editor.execute(deleteSelection(selectionOf(["rule"])));
    expect(names(editor)).toEqual(["Blocked"]);
    editor.execute(write('inList(application.country, "Block")'));
    expect(names(editor)).toEqual([]);
    editor.undo();
    expect(names(editor)).toEqual(["Blocked"]);
  });

  test("stay where the organisation's are not known, and are kept by edits that do not concern them", () => {
    const editor = opened();
    editor.execute(compare("Blocked"));
    const unseen = new Editor(editor.definition);
    unseen.execute(changeNode("lookup", "Lookup", { keyField: "postcode" }));
    expect(unseen.state.document.lists).toBe(editor.definition.lists);
  });

  test("keep their own name after the list was renamed", () => {
    const renamed = { ...blocked, name: "Blocked countries" };
    const used = { lists: [blocked] };
    expect(listsInReach(used, [renamed, brokers])).toEqual([blocked, brokers]);
  });

  test("are replaced by the list that was created under the name of a deleted one", () => {
    const again = { ...blocked, listId: "list-new" };
    expect(listsInReach({ lists: [blocked] }, [again])).toEqual([again]);
    expect(listsInReach({ lists: [blocked] }, [])).toEqual([blocked]);
  });

  test("are followed, also after a version that pins one was loaded", () => {
    const editor = opened([]);
    editor.execute(compare("Blocked"));
    const frozen = { ...editor.definition, lists: [{ ...blocked, version: 7 }] };
    editor.execute(replaceDefinition(frozen, "Load version 3"));
    expect(editor.definition.lists).toEqual([blocked]);
  });

  test("are not more than a flow may have", () => {
    const many = Array.from({ length: limits.lists + 1 }, (_, index): FlowList => ({ ...blocked, listId: `l${index}`, name: `L${index}` }));
    const formula = many.map(({ name }) => `inList(application.country, "${name}")`).join(" or ");
    const wide = draw({ nodes: [node("Formula", "formula", { formulas: [{ resultField: "", formula }] })] });
    expect(settleLists(wide, many).lists).toHaveLength(limits.lists);
  });
});

describe("a Lookup", () => {
  test("keeps the outputs whose columns another list has, and clears the others", () => {
    const editor = opened();
    editor.execute(chooseList("lookup", postcodes));
    const columns = () => {
      const lookup = editor.state.document.nodes.get("lookup");
      return lookup?.type === "Lookup" ? [lookup.list, ...lookup.lookupOutputs.map(({ column }) => column)] : [];
    };
    expect(columns()).toEqual(["Postcode risk", ""]);
    editor.execute(changeRow({ node: "lookup" }, "lookupOutputs", 0, { column: "uplift" }));
    editor.execute(chooseList("lookup", { ...postcodes, listId: "list-other", name: "Other", columns: postcodes.columns.slice(1) }));
    expect(columns()).toEqual(["Other", "uplift"]);
    editor.execute(chooseList("lookup", blocked));
    expect(columns()).toEqual(["Blocked", ""]);
  });
});

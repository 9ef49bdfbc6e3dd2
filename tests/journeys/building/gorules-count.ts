import type { DecisionTableNode, Definition, FlowNode, ListScoreNode, RangeScoreNode } from "@airlock/flow";
import type { Count } from "./mouse-hand.ts";

/**
 * The presses and texts that the same flow takes in GoRules' editor, by its documentation (docs/usability.md lists the pages and assumptions). If the
 * documentation allows several ways, the shortest is counted.
 */
export function countInGoRules({ solutionDefinition: { nodes, links } }: Definition): Count & { readonly nodes: number } {
  // If several links of a node have conditions, the flow needs a Switch: a rule becomes one, any other node gets one after it.
  const branching = nodes.filter((node) => links.some((link) => link.source === node.id && link.conditionFields.length > 0));
  const extraSwitches = branching.filter(({ type }) => type !== "EasyRule").length;
  const parts: Count[] = [
    ...nodes.map(countNode),
    ...branching.map((node) => {
      const out = links.filter((link) => link.source === node.id);
      // One branch per condition and one for the rest.
      const conditions = out.filter((link) => link.conditionFields.length > 0).length;
      return sum(times(conditions + 1, addBranch), times(conditions, fillCell));
    }),
    times(extraSwitches, sum(dropNode, nameNode, drawEdge)),
    times(links.length, drawEdge),
    { presses: 1, texts: 0 },
  ];
  return { ...sum(...parts), nodes: nodes.length + extraSwitches };
}

/** "Drag nodes from the palette onto the canvas." */
const dropNode: Count = { presses: 1, texts: 0 };
/** A press on its name, and the name. */
const nameNode: Count = { presses: 1, texts: 1 };
/** "Click and drag from a node's output port to another node's input port." */
const drawEdge: Count = { presses: 1, texts: 0 };
/** "Click Edit", and back to the graph. */
const openAndClose: Count = { presses: 2, texts: 0 };
/** "Click on the Add button of either inputs or outputs": Add, the label, a press into the selector and its text, and the form's own button. */
const addColumn: Count = { presses: 3, texts: 2 };
/** "Pressing plus (+) button in the last row of the table." */
const addRow: Count = { presses: 1, texts: 0 };
/** "If cell is already selected, by typing a value": one press selects it. The text of a branch or an expression is the same. */
const fillCell: Count = { presses: 1, texts: 1 };
/** "Pressing (+) Button on the Switch node." */
const addBranch: Count = { presses: 1, texts: 0 };

function countNode(node: FlowNode): Count {
  switch (node.type) {
    // Their canvas is blank at first: an Input node is dropped, and keeps its name, like the Output node.
    case "Start":
    case "End":
      return dropNode;
    case "EasyRule":
      return sum(dropNode, nameNode);
    case "RangeScore":
    case "ListScore":
      return sum(dropNode, nameNode, openAndClose, countTable(node));
    // An Expression node: a row with a key and a formula per result.
    case "Calculation":
      return sum(dropNode, nameNode, openAndClose, addRow, fillCell, fillCell);
    case "DecisionTable":
      return sum(dropNode, nameNode, openAndClose, countDecisionTable(node));
    case "Formula":
      return sum(dropNode, nameNode, openAndClose, times(node.formulas.length, sum(addRow, fillCell, fillCell)));
    case "SetState":
      return sum(dropNode, nameNode, openAndClose, times(node.setFields.length, sum(addRow, fillCell, fillCell)));
    case "WebCall":
    case "Prediction":
    case "Lookup":
    case "SubFlow":
      throw new Error("The scorecard has no web call, prediction, lookup or sub-flow.");
  }
}

/** A Decision Table with the link to it. */
export function countTableInGoRules(node: DecisionTableNode): Count {
  return sum(countNode(node), drawEdge);
}

/** A column per field, and one for reason codes where there are any; an empty cell is left empty. */
function countDecisionTable({ inputColumns, outputColumns, tableRows }: DecisionTableNode): Count {
  const reasons = tableRows.filter(({ reasonCode }) => reasonCode !== "").length;
  const columns = inputColumns.length + outputColumns.length + (reasons > 0 ? 1 : 0);
  const filled = tableRows.flatMap(({ inputs, outputs }) => [...inputs, ...outputs]).filter((cell) => cell !== "-").length;
  return sum(times(columns, addColumn), times(tableRows.length, addRow), times(filled + reasons, fillCell));
}

/** A column for the scored field, one for the points and one for the reason codes; default points are another row. */
function countTable(node: RangeScoreNode | ListScoreNode): Count {
  const rows = node.type === "RangeScore" ? node.ranges : node.values;
  const reasons = rows.filter((row) => row.reasonCode !== "").length;
  const columns = reasons > 0 ? 3 : 2;
  const defaults = node.defaultScore === "" ? 0 : 1;
  return sum(times(columns, addColumn), times(rows.length + defaults, addRow), times(2 * rows.length + defaults + reasons, fillCell));
}

function times(count: number, one: Count): Count {
  return { presses: count * one.presses, texts: count * one.texts };
}

function sum(...counts: readonly Count[]): Count {
  return counts.reduce((all, one) => ({ presses: all.presses + one.presses, texts: all.texts + one.texts }), { presses: 0, texts: 0 });
}

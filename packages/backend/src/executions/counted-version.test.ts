import { emptyDefinition, newNode, newSetter, type Definition, type OperandSource } from "@airlock/flow";
import { expect, test } from "vitest";
import { outcomeSourceOf } from "./counted-version.ts";

/** Runtime fields by name, and the values that a node sets. */
function flow(fields: Readonly<Record<string, "String" | "Float">>, set: readonly [string, OperandSource, string][]): Definition {
  return {
    ...emptyDefinition(),
    runtimeDatasetFields: Object.entries(fields).map(([name, type]) => ({ key: `key of ${name}`, name, type, required: false })),
    solutionDefinition: {
      nodes: set.map(([name, rightHandDatasource, rightHandFieldname], at) => ({
        ...newNode("SetState", `node${at}`, 0, 0),
        setFields: [{ ...newSetter(), leftHandFieldname: `key of ${name}`, rightHandDatasource, rightHandFieldname }],
      })),
      links: [],
      zoom: 100,
    },
  };
}

test("the outcome is the field with a typical name, with the texts that nodes set it to", () => {
  const definition = flow({ total: "Float", result: "String", note: "String" }, [
    ["result", "Literal", "Decline"],
    ["note", "Literal", "late"],
    ["result", "Literal", "Approve"],
    ["result", "Literal", "Approve"],
    ["result", "Application", "applicant"],
  ]);
  expect(outcomeSourceOf(definition)).toEqual({ position: 2, texts: ["Decline", "Approve"] });
});

test("a text field that no node sets to a text is not an outcome, unless it has a typical name", () => {
  expect(outcomeSourceOf(flow({ who: "String" }, [["who", "Application", "applicant"]]))).toBeUndefined();
  expect(outcomeSourceOf(flow({ decision: "String" }, [["decision", "Application", "applicant"]]))).toEqual({ position: 1, texts: [] });
  expect(outcomeSourceOf(flow({ total: "Float" }, []))).toBeUndefined();
});

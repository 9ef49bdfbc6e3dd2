import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseDefinition, type Definition, type FlowLink, type PredictionNode } from "@airlock/flow";
import { newCondition, newLink, newNode } from "@airlock/flow";
import { z } from "zod";
import { projectRoot } from "../../services/instance.ts";

const file = z.object({ definition: z.looseObject({}), cases: z.array(z.looseObject({})) });

/** An example of `examples/` with its cases as test cases. */
export async function exampleDefinition(name: string, more: Partial<Definition> = {}): Promise<Definition> {
  const { definition, cases } = file.parse(JSON.parse(await readFile(join(projectRoot, "examples", `${name}.json`), "utf8")));
  const testCases = cases.map((one, index) => ({ ...one, id: `case${index + 1}` }));
  return read({ ...definition, testCases, ...more });
}

export interface Scoring {
  readonly id: string;
  readonly label: string;
  /** Its links continue after the prediction. */
  readonly after: string;
  readonly config: string;
  readonly inputs: PredictionNode["inputFields"];
  readonly scoreField: string;
  /** Inputs that moved the score furthest; with any, the flow does not run over datasources. */
  readonly reasonCodes: number;
  /** A link that is also taken from this score on. */
  readonly limit: { readonly link: string; readonly score: string; readonly label: string };
  /** Of the test cases, which are about the other nodes. */
  readonly mockScore: number;
}

/** The flow with a prediction between a node and its branches. */
export function withPrediction(definition: Definition, scoring: Scoring): Definition {
  const { nodes, links } = definition.solutionDefinition;
  const before = nodes.find(({ id }) => id === scoring.after);
  if (before === undefined) throw new Error(`The example has no node ${scoring.after}.`);
  const { branches, ...plain } = before;
  const node: PredictionNode = {
    ...newNode("Prediction", scoring.id, before.x + 250, before.y),
    label: scoring.label,
    config: scoring.config,
    inputFields: scoring.inputs,
    scoreField: scoring.scoreField,
    reasonCodes: scoring.reasonCodes,
    ...(branches === undefined ? {} : { branches }),
  };
  const moved = links.map((link): FlowLink => {
    if (link.source !== before.id) return link;
    const from = { ...link, source: node.id, sourcePort: `${node.id}-out` };
    return link.id === scoring.limit.link ? withLimit(from, scoring) : from;
  });
  const mock = { [node.id]: { score: scoring.mockScore, reasonCodes: [] } };
  return read({
    ...definition,
    solutionDefinition: {
      ...definition.solutionDefinition,
      nodes: [...nodes.map((one) => (one.id === before.id ? plain : one)), node],
      links: [...moved, newLink(`${before.id}-${node.id}`, before, node)],
    },
    runtimeDatasetFields: [
      ...definition.runtimeDatasetFields,
      { key: scoring.scoreField, name: scoring.scoreField, type: "Float", required: false },
    ],
    testCases: (definition.testCases ?? []).map((one) => ({ ...one, predictions: mock })),
    mocks: { ...definition.mocks, predictions: mock },
  });
}

function withLimit(link: FlowLink, { limit, scoreField }: Scoring): FlowLink {
  const item = {
    ...newCondition(),
    conditionalOperator: "||",
    leftHandDatasource: "Runtime",
    leftHandFieldname: scoreField,
    leftHandType: "Float",
    operator: ">=",
    rightHandFieldname: limit.score,
  } as const;
  return { ...link, label: limit.label, conditionFields: [...link.conditionFields, item] };
}

/** The flow with another limit of the score. */
export function withScoreLimit(definition: Definition, linkId: string, scoreField: string, score: string): Definition {
  const { links } = definition.solutionDefinition;
  const changed = links.map((link) =>
    link.id === linkId
      ? {
          ...link,
          conditionFields: link.conditionFields.map((item) =>
            item.leftHandFieldname === scoreField ? { ...item, rightHandFieldname: score } : item,
          ),
        }
      : link,
  );
  return { ...definition, solutionDefinition: { ...definition.solutionDefinition, links: changed } };
}

function read(definition: object): Definition {
  const parsed = parseDefinition(definition);
  if (!parsed.ok) throw new Error(`A flow of the demo cannot be read: ${parsed.problems[0]?.message ?? ""}`);
  return parsed.definition;
}

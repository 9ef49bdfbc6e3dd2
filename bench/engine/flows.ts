import type { Definition } from "@airlock/flow";
import { build, calculation, end, list, range, rule, state, type NodeMaker } from "../../tests/engine/build.ts";

/**
 * A flow of this many nodes with a mix of kinds: scores, rules, calculations, and a split with its join in every block of ten. `variant` changes
 * every threshold, so that no two are the same solution.
 */
export function mixedFlow(nodes: number, variant = 0): Definition {
  const makers: NodeMaker[] = [];
  const links: string[] = [];
  let last = "start";
  const add = (make: (id: string) => NodeMaker, id = `n${makers.length}`): string => {
    makers.push(make(id));
    return id;
  };
  const chain = (make: (id: string) => NodeMaker): void => {
    const id = add(make);
    links.push(`${last} > ${id}`);
    last = id;
  };
  chain((id) => state(id, "points = 100", "ratio = 1", "grade = 'C'"));
  // Start, the first state and End are nodes too.
  for (let block = 0; makers.length + 2 < nodes; block += 1) {
    const shift = variant * 0.25 + (block % 7);
    chain((id) => range(id, "age", "points", [`[,${25 + (block % 9)}) -5.5 YOUNG`, `[${25 + (block % 9)},60) ${10 + shift}`, "[60,) 8"]));
    chain((id) => list(id, "sector", "points", [`PUBLIC ${5 + shift}`, "IT 4", "TRADE 2", "NONE -10 SECTOR"], "1"));
    chain((id) => calculation(id, "ratio", `( debt + ${shift} ) * 100 / income`));
    chain((id) => range(id, "ratio", "points", ["[,20) 10", "[20,50) 0", `[50,) ${-5 - shift} RATIO`]));
    chain((id) => rule(id, "age >= 30 && income > 20000 || bankruptcies == 0", "points += 2"));
    const before = last;
    const high = add((id) => state(id, "grade = 'A'"));
    const low = add((id) => state(id, "grade = 'B'", "points -= 1"));
    chain((id) => range(id, "income", "points", [`[,${15000 + shift}) -3 INCOME`, "[,40000) 1", "[,) 4"]));
    links.push(`${before} > ${high} if points > ${shift}`, `${before} > ${low} otherwise`, `${high} > ${last}`, `${low} > ${last}`);
    chain((id) => list(id, "grade", "points", ["A 3", "B 1", "C 0"]));
    chain((id) => rule(id, "points < -100000", "points = 0"));
  }
  links.push(`${last} > end`);
  return build({
    application: {
      age: "Integer",
      income: "Float",
      debt: "Float",
      sector: "String",
      bankruptcies: "Integer",
      yearsEmployed: "Float",
      residence: "String",
    },
    runtime: { points: "Float", ratio: "Float", grade: "String" },
    nodes: [...makers, end("end")],
    links,
  });
}

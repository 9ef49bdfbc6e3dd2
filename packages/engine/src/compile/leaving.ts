import type { Program, ProgramLink, ProgramNode } from "../program/program.ts";
import { linksPerWord, type Run, type Test } from "../run/state.ts";
import { compileCondition } from "./condition.ts";

/** [FL3] [FL4] [FL5] What happens on leaving a node: each outgoing link is taken or dead. */
export function compileLeaving(node: ProgramNode, program: Program): Run {
  const links = node.outgoing.map((index) => program.links[index]).filter((link) => link !== undefined);
  const always = links.filter((link) => !link.otherwise && link.condition.length === 0).map(compileTaking);
  const asked = links.filter((link) => !link.otherwise && link.condition.length > 0);
  const otherwise = links.filter((link) => link.otherwise).map(compileTaking);
  if (asked.length === 0) return inTurn([...always, ...otherwise]);

  const tests = asked.map((link): Test => {
    const holds = compileCondition(link.condition);
    const take = compileTaking(link);
    return (state) => {
      if (!holds(state)) return false;
      take(state);
      return true;
    };
  });
  const takeAlways = inTurn(always);
  const takeOtherwise = inTurn(otherwise);
  return (state) => {
    takeAlways(state);
    let any = false;
    for (const test of tests) if (test(state)) any = true;
    if (!any) takeOtherwise(state);
  };
}

function compileTaking(link: ProgramLink): Run {
  const word = Math.floor(link.index / linksPerWord);
  const bit = 1 << (link.index % linksPerWord);
  const target = link.target;
  return (state) => {
    state.taken[word] = (state.taken[word] ?? 0) | bit;
    state.arrivals[target] = (state.arrivals[target] ?? 0) + 1;
  };
}

function inTurn(runs: readonly Run[]): Run {
  const [first] = runs;
  if (first === undefined) return () => undefined;
  if (runs.length === 1) return first;
  return (state) => {
    for (const run of runs) run(state);
  };
}

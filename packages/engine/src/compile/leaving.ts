import type { Program, ProgramLink, ProgramNode } from "../program/program.ts";
import { bitOf, wordOf, type Run, type Test } from "../run/state.ts";
import { compileCondition } from "./condition.ts";

/** Bits of one word of the links taken. */
export interface Bits {
  readonly word: number;
  readonly bits: number;
}

/** [FL3] [FL4] What happens on leaving a node. */
export interface Leaving {
  /** Links that are taken whenever the node is left. */
  readonly always: readonly ProgramLink[];
  /** Settles the others; undefined when there are none. */
  readonly settle: Run | undefined;
}

export function compileLeaving(node: ProgramNode, program: Program): Leaving {
  const links = node.outgoing.map((index) => program.links[index]).filter((link) => link !== undefined);
  const asked = links.filter((link) => !link.otherwise && link.condition.length > 0);
  if (asked.length === 0) return { always: links, settle: undefined };
  return {
    always: links.filter((link) => !link.otherwise && link.condition.length === 0),
    settle: compileSettling(
      asked,
      links.filter((link) => link.otherwise),
    ),
  };
}

function compileSettling(asked: readonly ProgramLink[], otherwise: readonly ProgramLink[]): Run {
  const tests = asked.map(compileAsking);
  const takeOtherwise = compileTaking(otherwise);
  const [first, second] = tests;
  if (first !== undefined && second === undefined) {
    return (state) => {
      if (!first(state)) takeOtherwise(state);
    };
  }
  return (state) => {
    let any = false;
    for (let i = 0; i < tests.length; i += 1) if (tests[i]?.(state) === true) any = true;
    if (!any) takeOtherwise(state);
  };
}

/** Takes the link when its condition holds, and tells. */
function compileAsking(link: ProgramLink): Test {
  const holds = compileCondition(link.condition);
  const word = wordOf(link.index);
  const bit = bitOf(link.index);
  return (state) => {
    if (!holds(state)) return false;
    state.taken[word] = (state.taken[word] ?? 0) | bit;
    return true;
  };
}

function compileTaking(links: readonly ProgramLink[]): Run {
  const all = bitsOf(links.map((link) => link.index));
  return (state) => take(state.taken, all);
}

export function take(taken: number[], all: readonly Bits[]): void {
  for (let i = 0; i < all.length; i += 1) {
    const one = all[i];
    if (one !== undefined) taken[one.word] = (taken[one.word] ?? 0) | one.bits;
  }
}

/** The bits of some links, a word at a time. */
export function bitsOf(links: readonly number[]): readonly Bits[] {
  const words = new Map<number, number>();
  for (const link of links) words.set(wordOf(link), (words.get(wordOf(link)) ?? 0) | bitOf(link));
  return Array.from(words, ([word, bits]) => ({ word, bits }));
}

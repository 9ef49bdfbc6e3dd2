import type { Branches } from "@airlock/flow";
import type { Program, ProgramLink, ProgramNode } from "../program/program.ts";
import { bitOf, wordOf } from "../run/state.ts";
import { writeCondition } from "./condition.ts";
import { op, type TapeWriter } from "./tape.ts";

/** Bits of one word of the links taken. */
export interface Bits {
  readonly word: number;
  readonly bits: number;
}

/** [FL3] [FL4] [FL9] What happens on leaving a node. */
export interface Leaving {
  /** Links that are taken whenever the node is left. */
  readonly always: readonly ProgramLink[];
  /** Links with conditions, and those that are taken when none of them is. */
  readonly asked: readonly ProgramLink[];
  readonly otherwise: readonly ProgramLink[];
  readonly branches: Branches;
}

export function findLeaving(node: ProgramNode, program: Program): Leaving {
  const links = node.outgoing.map((index) => program.links[index]).filter((link) => link !== undefined);
  const asked = links.filter((link) => !link.otherwise && link.condition.length > 0);
  const { branches } = node;
  if (asked.length === 0) return { always: links, asked, otherwise: [], branches };
  return {
    branches,
    always: links.filter((link) => !link.otherwise && link.condition.length === 0),
    asked,
    otherwise: links.filter((link) => link.otherwise),
  };
}

/** Settles the links that are not always taken. */
export function writeSettling({ asked, otherwise, branches }: Leaving, tape: TapeWriter): void {
  if (asked.length === 0) return;
  if (branches === "first") {
    writeFirst(asked, otherwise, tape);
    return;
  }
  tape.write(op.beginAsking);
  for (const { condition, index } of asked) {
    const open = writeCondition(condition, tape);
    tape.write(op.takeAsked, wordOf(index), bitOf(index));
    tape.reachHere(open);
  }
  for (const { word, bits } of bitsOf(otherwise)) tape.write(op.takeOtherwise, word, bits);
}

/** Takes the first link whose condition holds and jumps over the rest; if none holds, the otherwise links are taken. */
function writeFirst(asked: readonly ProgramLink[], otherwise: readonly ProgramLink[], tape: TapeWriter): void {
  const settled: number[] = [];
  for (const { condition, index } of asked) {
    const open = writeCondition(condition, tape);
    tape.write(op.take, wordOf(index), bitOf(index));
    settled.push(tape.writeOpen(op.jump));
    tape.reachHere(open);
  }
  for (const { word, bits } of bitsOf(otherwise)) tape.write(op.take, word, bits);
  tape.reachHere(settled);
}

export function take(taken: number[], links: readonly ProgramLink[]): void {
  for (const { word, bits } of bitsOf(links)) taken[word] = (taken[word] ?? 0) | bits;
}

/** The bits of some links, a word at a time. */
export function bitsOf(links: readonly { readonly index: number }[]): readonly Bits[] {
  const words = new Map<number, number>();
  for (const { index } of links) words.set(wordOf(index), (words.get(wordOf(index)) ?? 0) | bitOf(index));
  return Array.from(words, ([word, bits]) => ({ word, bits }));
}

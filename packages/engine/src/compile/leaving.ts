import type { Program, ProgramLink, ProgramNode } from "../program/program.ts";
import { bitOf, wordOf } from "../run/state.ts";
import { writeCondition } from "./condition.ts";
import { op, type TapeWriter } from "./tape.ts";

/** Bits of one word of the links taken. */
export interface Bits {
  readonly word: number;
  readonly bits: number;
}

/** [FL3] [FL4] What happens on leaving a node. */
export interface Leaving {
  /** Links that are taken whenever the node is left. */
  readonly always: readonly ProgramLink[];
  /** Links with conditions, and those that are taken when none of them is. */
  readonly asked: readonly ProgramLink[];
  readonly otherwise: readonly ProgramLink[];
}

export function findLeaving(node: ProgramNode, program: Program): Leaving {
  const links = node.outgoing.map((index) => program.links[index]).filter((link) => link !== undefined);
  const asked = links.filter((link) => !link.otherwise && link.condition.length > 0);
  if (asked.length === 0) return { always: links, asked, otherwise: [] };
  return {
    always: links.filter((link) => !link.otherwise && link.condition.length === 0),
    asked,
    otherwise: links.filter((link) => link.otherwise),
  };
}

/** Settles the links that are not always taken. */
export function writeSettling({ asked, otherwise }: Leaving, tape: TapeWriter): void {
  if (asked.length === 0) return;
  tape.write(op.beginAsking);
  for (const { condition, index } of asked) {
    const open = writeCondition(condition, tape);
    tape.write(op.takeAsked, wordOf(index), bitOf(index));
    tape.reachHere(open);
  }
  for (const { word, bits } of bitsOf(otherwise)) tape.write(op.takeOtherwise, word, bits);
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

import type { Branches } from "@airlock/flow";
import type { Program, ProgramLink, ProgramNode } from "../program/program.ts";
import { bitOf, wordOf } from "../run/state.ts";
import { writeCondition } from "./condition.ts";
import { op, type BytecodeWriter } from "./bytecode.ts";

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
  readonly conditional: readonly ProgramLink[];
  readonly otherwise: readonly ProgramLink[];
  readonly branches: Branches;
}

export function findLeaving(node: ProgramNode, program: Program): Leaving {
  const links = node.outgoing.map((index) => program.links[index]).filter((link) => link !== undefined);
  const conditional = links.filter((link) => !link.otherwise && link.condition.length > 0);
  const { branches } = node;
  if (conditional.length === 0) return { always: links, conditional, otherwise: [], branches };
  return {
    branches,
    always: links.filter((link) => !link.otherwise && link.condition.length === 0),
    conditional,
    otherwise: links.filter((link) => link.otherwise),
  };
}

/** Decides the links that are not always taken. */
export function writeSettling({ conditional, otherwise, branches }: Leaving, writer: BytecodeWriter): void {
  if (conditional.length === 0) return;
  if (branches === "first") {
    writeFirst(conditional, otherwise, writer);
    return;
  }
  writer.write(op.beginConditional);
  for (const { condition, index } of conditional) {
    const open = writeCondition(condition, writer);
    writer.write(op.takeConditional, wordOf(index), bitOf(index));
    writer.patchHere(open);
  }
  for (const { word, bits } of bitsOf(otherwise)) writer.write(op.takeOtherwise, word, bits);
}

/** Takes the first link whose condition holds and jumps over the rest; if none holds, the otherwise links are taken. */
function writeFirst(conditional: readonly ProgramLink[], otherwise: readonly ProgramLink[], writer: BytecodeWriter): void {
  const settled: number[] = [];
  for (const { condition, index } of conditional) {
    const open = writeCondition(condition, writer);
    writer.write(op.take, wordOf(index), bitOf(index));
    settled.push(writer.emitJump(op.jump));
    writer.patchHere(open);
  }
  for (const { word, bits } of bitsOf(otherwise)) writer.write(op.take, word, bits);
  writer.patchHere(settled);
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

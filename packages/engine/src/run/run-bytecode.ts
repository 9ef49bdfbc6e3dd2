import type { adding } from "../compile/adding.ts";
import type { op, Bytecode } from "../compile/bytecode.ts";
import { addFloat, normalise, largestInteger, powerFloat, toFloat } from "../number.ts";
import type { FaultCode } from "../fault.ts";
import type { State } from "./state.ts";
import { whyNoPower } from "./why-no-power.ts";

/** Intermediate results of one formula. None outlives a call of `runBytecode`, which is never re-entered, so all runs share the stack. */
const stack = new Float64Array(256);

/**
 * Interprets bytecode from one index to another. Returns where it stopped: the end, an operation that failed and set a fault in the state,
 * or one that requests an effect. One switch in one loop: V8 keeps everything in registers, where a closure for each operation would cost a
 * call and several more reads. The cases are number literals because V8 makes a jump table of these alone; `satisfies` checks that they are
 * the opcodes.
 */
export function runBytecode({ code, constants, strings, lists, tests }: Bytecode, state: State, from: number, past: number): number {
  const { numbers, texts, taken } = state;
  let top = 0;
  let isAnyTaken = false;
  let at = from;
  while (at < past) {
    const first = code[at + 1] ?? 0;
    const second = code[at + 2] ?? 0;
    const operation = code[at];
    switch (operation) {
      case 0 satisfies typeof op.arrive:
        at = ((taken[first] ?? 0) & second) !== 0 ? at + 4 : (code[at + 3] ?? 0);
        break;
      case 1 satisfies typeof op.take:
        taken[first] = (taken[first] ?? 0) | second;
        at += 3;
        break;
      case 2 satisfies typeof op.setNumber:
        numbers[first] = constants[second] ?? NaN;
        at += 3;
        break;
      case 3 satisfies typeof op.setText:
        texts[first] = strings[second];
        at += 3;
        break;
      case 4 satisfies typeof op.addPlain:
        numbers[first] = (numbers[first] ?? NaN) + (constants[second] ?? NaN);
        at += 3;
        break;
      case 5 satisfies typeof op.rangeScore:
      case 6 satisfies typeof op.listText:
      case 7 satisfies typeof op.listNumber: {
        const table = code[at + 4] ?? 0;
        const extent = code[at + 5] ?? 0;
        let row = -1;
        let points = code[at + 7] ?? -1;
        if (operation === 5) {
          const value = numbers[first] ?? NaN;
          for (let band = table; band < extent; band += 3) {
            if (value < (constants[band] ?? NaN) && value >= (constants[band + 1] ?? NaN)) {
              row = (band - table) / 3;
              points = band + 2;
              break;
            }
          }
        } else {
          row = lists[extent]?.get(operation === 6 ? texts[first] : numbers[first]) ?? -1;
          if (row >= 0) points = table + row;
        }
        if (points >= 0) {
          const how = code[at + 3] ?? 0;
          const more = constants[points] ?? NaN;
          const before = numbers[second] ?? NaN;
          // [SC3] A field that is still missing becomes the points.
          const sum = before !== before ? more : how === (1 satisfies typeof adding.floats) ? addFloat(before, more) : before + more;
          if (!(sum <= 9007199254740991 && sum >= -9007199254740991))
            return stop(state, how === (0 satisfies typeof adding.integers) ? "INTEGER_OVERFLOW" : "NUMBER_OVERFLOW", at);
          numbers[second] = sum;
          const reasons = code[at + 6] ?? -1;
          if (reasons >= 0 && row >= 0) giveReason(state, strings[reasons + row]);
        }
        at += 8;
        break;
      }
      case 8 satisfies typeof op.ifEqual:
        at = (numbers[first] ?? NaN) === (constants[second] ?? NaN) ? at + 4 : (code[at + 3] ?? 0);
        break;
      case 9 satisfies typeof op.ifNotEqual:
        at = (numbers[first] ?? NaN) !== (constants[second] ?? NaN) ? at + 4 : (code[at + 3] ?? 0);
        break;
      case 10 satisfies typeof op.ifGreater:
        at = (numbers[first] ?? NaN) > (constants[second] ?? NaN) ? at + 4 : (code[at + 3] ?? 0);
        break;
      case 11 satisfies typeof op.ifLess:
        at = (numbers[first] ?? NaN) < (constants[second] ?? NaN) ? at + 4 : (code[at + 3] ?? 0);
        break;
      case 12 satisfies typeof op.ifGreaterOrEqual:
        at = (numbers[first] ?? NaN) >= (constants[second] ?? NaN) ? at + 4 : (code[at + 3] ?? 0);
        break;
      case 13 satisfies typeof op.ifLessOrEqual:
        at = (numbers[first] ?? NaN) <= (constants[second] ?? NaN) ? at + 4 : (code[at + 3] ?? 0);
        break;
      case 14 satisfies typeof op.ifText:
        at = texts[first] === strings[second] ? at + 4 : (code[at + 3] ?? 0);
        break;
      case 15 satisfies typeof op.ifNotText:
        at = texts[first] !== strings[second] ? at + 4 : (code[at + 3] ?? 0);
        break;
      case 16 satisfies typeof op.ifTest:
        at = tests[first]?.(state) === true ? at + 3 : second;
        break;
      case 17 satisfies typeof op.jump:
        at = first;
        break;
      case 18 satisfies typeof op.beginConditional:
        isAnyTaken = false;
        at += 1;
        break;
      case 19 satisfies typeof op.takeConditional:
        taken[first] = (taken[first] ?? 0) | second;
        isAnyTaken = true;
        at += 3;
        break;
      case 20 satisfies typeof op.takeOtherwise:
        if (!isAnyTaken) taken[first] = (taken[first] ?? 0) | second;
        at += 3;
        break;
      case 21 satisfies typeof op.requestEffect:
        return at;
      case 22 satisfies typeof op.load:
        stack[top] = first >= 0 ? (numbers[first] ?? NaN) : (constants[-2 - first] ?? NaN);
        top += 1;
        at += 2;
        break;
      case 23 satisfies typeof op.add:
      case 24 satisfies typeof op.subtract:
      case 25 satisfies typeof op.multiply:
      case 26 satisfies typeof op.divide: {
        const b = second >= 0 ? (numbers[second] ?? NaN) : second === -1 ? (stack[(top -= 1)] ?? NaN) : (constants[-2 - second] ?? NaN);
        const a = first >= 0 ? (numbers[first] ?? NaN) : first === -1 ? (stack[(top -= 1)] ?? NaN) : (constants[-2 - first] ?? NaN);
        // The magnitude of a sum is that of its operands, that of a product or quotient its own.
        const isSum = operation < 25;
        const x = isSum ? (operation === 23 ? a + b : a - b) : operation === 25 ? a * b : a / b;
        const result = normalise(x, isSum ? Math.abs(a) + Math.abs(b) : Math.abs(x));
        if (result !== result && a === a && b === b)
          return stop(state, operation === 26 && b === 0 ? "DIVISION_BY_ZERO" : "NUMBER_OVERFLOW", at);
        stack[top] = result;
        top += 1;
        at += 3;
        break;
      }
      case 27 satisfies typeof op.power: {
        const b = second >= 0 ? (numbers[second] ?? NaN) : second === -1 ? (stack[(top -= 1)] ?? NaN) : (constants[-2 - second] ?? NaN);
        const a = first >= 0 ? (numbers[first] ?? NaN) : first === -1 ? (stack[(top -= 1)] ?? NaN) : (constants[-2 - first] ?? NaN);
        const result = powerFloat(a, b);
        if (result !== result && a === a && b === b) return stop(state, whyNoPower(a, b), at);
        stack[top] = result;
        top += 1;
        at += 3;
        break;
      }
      // [NU6]
      case 28 satisfies typeof op.addWhole:
      case 29 satisfies typeof op.subtractWhole:
      case 30 satisfies typeof op.multiplyWhole: {
        const b = second >= 0 ? (numbers[second] ?? NaN) : second === -1 ? (stack[(top -= 1)] ?? NaN) : (constants[-2 - second] ?? NaN);
        const a = first >= 0 ? (numbers[first] ?? NaN) : first === -1 ? (stack[(top -= 1)] ?? NaN) : (constants[-2 - first] ?? NaN);
        const result = operation === 28 ? a + b : operation === 29 ? a - b : a * b;
        if (result > largestInteger || result < -largestInteger) return stop(state, "INTEGER_OVERFLOW", at);
        stack[top] = result + 0;
        top += 1;
        at += 3;
        break;
      }
      case 31 satisfies typeof op.store:
        top -= 1;
        numbers[first] = stack[top] ?? NaN;
        at += 2;
        break;
      case 32 satisfies typeof op.storeWhole: {
        top -= 1;
        const value = stack[top] ?? NaN;
        if (value === value && !Number.isInteger(value)) return stop(state, "NOT_AN_INTEGER", at);
        numbers[first] = value;
        at += 2;
        break;
      }
      case 33 satisfies typeof op.storeFloat: {
        top -= 1;
        const value = stack[top] ?? NaN;
        const float = toFloat(value);
        if (float !== float && value === value) return stop(state, "NUMBER_OVERFLOW", at);
        numbers[first] = float;
        at += 2;
        break;
      }
      case 34 satisfies typeof op.copyText:
        texts[second] = texts[first];
        at += 3;
        break;
      case 35 satisfies typeof op.compute:
        if (tests[first]?.(state) !== true) return at;
        at += 2;
        break;
      default:
        throw new Error("The bytecode contains an unknown operation");
    }
  }
  return at;
}

function stop(state: State, fault: FaultCode, at: number): number {
  state.fail(fault);
  return at;
}

/** [SC5] An empty code is none. */
function giveReason(state: State, code: string | undefined): void {
  if (code !== undefined && code !== "") state.giveReason(code);
}

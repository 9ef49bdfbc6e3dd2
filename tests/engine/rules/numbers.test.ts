import { describe, expect, it } from "vitest";
import { calculation, state } from "../build.ts";
import { decide, inARow, work } from "../decide.ts";

const float = (value: number | undefined) => ["Float", value] as const;
const whole = (value: number | undefined) => ["Integer", value] as const;

describe("numbers", () => {
  it("[NU1] decimals keep their written value", () => {
    expect(work("0.1 + 0.2")).toBe(0.3);
    expect(work("a * b", { a: float(1000.1), b: float(0.3) })).toBe(300.03);
    expect(work("a - b", { a: float(1000000.1), b: float(1000000) })).toBe(0.1);
    expect(work("a + b", { a: float(999999999999.999), b: float(0.001) })).toBe(1000000000000);
    expect(work("a * b", { a: float(1.005), b: float(100) })).toBe(100.5);
  });

  it("[NU1] -0 never appears", () => {
    for (const formula of ["0.0 * a", "a * 0.0", "0.0 / a", "0.0 - 0.0", "a + 2.5 - 0.0"]) {
      expect(Object.is(work(formula, { a: float(-2.5) }), 0)).toBe(true);
    }
    expect(Object.is(work("0 * a", { a: whole(-2) }, "Integer"), 0)).toBe(true);
  });

  it("[NU2] results have at most 15 digits, 12 of them after the point, fewer as they grow", () => {
    expect(work("a / 3", { a: float(1) })).toBe(0.333333333333);
    expect(work("a / 3", { a: float(1000) })).toBe(333.333333333333);
    expect(work("a / 3", { a: float(10000) })).toBe(3333.33333333333);
    expect(work("a / 3", { a: float(100000) })).toBe(33333.3333333333);
    expect(work("a / 3", { a: float(1000000) })).toBe(333333.333333333);
    expect(work("a / 3", { a: float(10000000) })).toBe(3333333.33333333);
    expect(work("a / 3", { a: float(100000000) })).toBe(33333333.3333333);
    expect(work("a / 3", { a: float(1000000000) })).toBe(333333333.333333);
    expect(work("a / 3", { a: float(10000000000) })).toBe(3333333333.33333);
    expect(work("a / 3", { a: float(100000000000) })).toBe(33333333333.3333);
    expect(work("a / 3", { a: float(1000000000000) })).toBe(333333333333.333);
    expect(work("a / 3", { a: float(10000000000000) })).toBe(3333333333333.33);
    expect(work("a / 3", { a: float(100000000000000) })).toBe(33333333333333.3);
    expect(work("a / 3", { a: float(999999999999999) })).toBe(333333333333333);
  });

  it("[NU2] the step changes exactly at each power of ten", () => {
    const digits = "123456789012345";
    for (let place = 3; place < 15; place += 1) {
      // One digit more than is kept on either side of the bound.
      const value = Number(`${digits.slice(0, place)}.${digits.slice(place)}`);
      expect(work("a * 1.0", { a: float(value) })).toBe(value);
    }
    expect(work("a + b", { a: float(999.999999999999), b: float(0.000000000001) })).toBe(1000);
    expect(work("a + b", { a: float(1000), b: float(0.000000000004) })).toBe(1000);
    expect(work("a + b", { a: float(1000), b: float(0.000000000006) })).toBe(1000.00000000001);
  });

  it("[NU2] [NU3] operands whose sum is exactly a power of ten already lose the digit", () => {
    for (let power = 3; power <= 14; power += 1) {
      const places = 15 - power;
      const half = 10 ** power / 2;
      const a = Number(`${half}.${"3".padStart(places, "0")}`);
      const b = Number(`${half - 1}.${String(10 ** places - 3)}`);
      expect(work("a - b", { a: float(a), b: float(b) }), `at 1e${power}`).toBe(Number(`1e-${places - 1}`));
    }
  });

  it("[NU2] halves are rounded to even", () => {
    expect(work("a * 0.5", { a: float(0.000000000001) })).toBe(0);
    expect(work("a * 0.5", { a: float(0.000000000003) })).toBe(0.000000000002);
  });

  it("[NU2] results from 1e15 on fail, and nothing is rounded up to it", () => {
    expect(work("a + 0.0", { a: float(999999999999999) })).toBe(999999999999999);
    expect(work("a + 1.0", { a: float(999999999999999) })).toBe("NUMBER_OVERFLOW");
    expect(work("a + 0.6", { a: float(999999999999999) })).toBe("NUMBER_OVERFLOW");
    expect(work("a + 0.4", { a: float(999999999999999) })).toBe(999999999999999);
    expect(work("a * a", { a: float(31622776.7) })).toBe("NUMBER_OVERFLOW");
    expect(work("a * a", { a: float(31622776) })).toBe(999999961946176);
    expect(work("a / b", { a: float(1), b: float(0.000000000001) })).toBe(1000000000000);
    expect(work("a / b", { a: float(10000), b: float(0.000000000001) })).toBe("NUMBER_OVERFLOW");
  });

  it("[NU3] a sum is normalised by the size of its operands, which removes noise when they cancel", () => {
    expect(work("a - b", { a: float(100000000.1), b: float(100000000) })).toBe(0.1);
    expect(work("a + b", { a: float(-100000000.1), b: float(100000000.3) })).toBe(0.2);
    expect(work("a - b", { a: float(600000000000000), b: float(600000000000000) })).toBe("NUMBER_OVERFLOW");
    expect(work("a - b", { a: float(5), b: float(7.5) })).toBe(-2.5);
  });

  it("[NU4] a product is normalised by its own size", () => {
    expect(work("a * b", { a: float(0.000001), b: float(0.0000001) })).toBe(0);
    expect(work("a * b", { a: float(19.99), b: float(3) })).toBe(59.97);
    expect(work("a * b", { a: float(-1.1), b: float(1.1) })).toBe(-1.21);
  });

  it("[NU5] dividing by zero fails, 0 / 0 too, whatever the types", () => {
    expect(work("a / b", { a: float(1), b: float(0) })).toBe("DIVISION_BY_ZERO");
    expect(work("a / b", { a: float(0), b: float(0) })).toBe("DIVISION_BY_ZERO");
    expect(work("a / b", { a: whole(1), b: whole(0) })).toBe("DIVISION_BY_ZERO");
    expect(work("a / b", { a: whole(7), b: whole(2) })).toBe(3.5);
    expect(work("a / b", { a: whole(-7), b: float(0.5) })).toBe(-14);
  });

  it("[NU6] Integers are exact up to 2^53 - 1, and past that they fail", () => {
    const largest = Number.MAX_SAFE_INTEGER;
    expect(work("a + b", { a: whole(largest - 1), b: whole(1) }, "Integer")).toBe(largest);
    expect(work("a + b", { a: whole(largest), b: whole(1) }, "Integer")).toBe("INTEGER_OVERFLOW");
    expect(work("a - b", { a: whole(-largest), b: whole(1) }, "Integer")).toBe("INTEGER_OVERFLOW");
    expect(work("a - b", { a: whole(-largest), b: whole(0) }, "Integer")).toBe(-largest);
    expect(work("a * b", { a: whole(94906265), b: whole(94906265) }, "Integer")).toBe(9007199136250225);
    expect(work("a * b", { a: whole(94906266), b: whole(94906266) }, "Integer")).toBe("INTEGER_OVERFLOW");
    expect(work("a * b", { a: whole(-3), b: whole(5) }, "Integer")).toBe(-15);
  });

  it("[NU7] an Integer operand of a Float operation is not converted", () => {
    expect(work("a * b", { a: whole(9007199254740991), b: float(0.1) })).toBe(900719925474099);
    expect(work("a + b", { a: whole(3), b: float(0.1) })).toBe(3.1);
    expect(work("a + b", { a: whole(1000000000000000), b: float(0.1) })).toBe("NUMBER_OVERFLOW");
  });

  it("[NU8] an Integer of 1e15 or more does not fit a Float field", () => {
    const draft = inARow({ application: { a: "Integer" }, runtime: { n: "Float" }, nodes: [state("s", "n = a")] });
    expect(decide(draft, { a: 999999999999999 }).runtimeData).toMatchObject({ n: 999999999999999 });
    expect(decide(draft, { a: 1000000000000000 }).error).toEqual({ code: "NUMBER_OVERFLOW", nodeId: "s" });
    expect(work("a + 1", { a: whole(1000000000000000) })).toBe("NUMBER_OVERFLOW");
  });

  it("[NU8] a Float goes into an Integer field only when it is whole", () => {
    expect(work("a / b", { a: whole(6), b: whole(2) }, "Integer")).toBe(3);
    expect(work("a / b", { a: whole(7), b: whole(2) }, "Integer")).toBe("NOT_AN_INTEGER");
    expect(work("a * 1.0", { a: float(-2) }, "Integer")).toBe(-2);
    expect(work("a / b", { a: whole(undefined), b: whole(2) }, "Integer")).toBe(undefined);
  });

  it("[NU9] integer powers are computed by multiplication, also negative ones and those of negative numbers", () => {
    expect(work("a ^ 2", { a: float(1.1) })).toBe(1.21);
    expect(work("a ^ 3", { a: float(-2) })).toBe(-8);
    expect(work("a ^ 10", { a: whole(2) })).toBe(1024);
    expect(work("a ^ b", { a: whole(2), b: whole(-2) })).toBe(0.25);
    expect(work("a ^ b", { a: whole(5), b: whole(0) })).toBe(1);
    expect(work("a ^ b", { a: whole(0), b: whole(0) })).toBe(1);
    expect(work("a ^ b", { a: whole(0), b: whole(3) })).toBe(0);
    expect(work("a ^ b", { a: float(1.001), b: whole(1023) })).toBe(2.780105400254);
    expect(work("a ^ b", { a: whole(7), b: float(1) })).toBe(7);
  });

  it("[NU9] a square root is exact if possible", () => {
    expect(work("a ^ 0.5", { a: float(2) })).toBe(1.414213562373);
    expect(work("a ^ 0.5", { a: float(0.01) })).toBe(0.1);
    expect(work("a ^ 0.5", { a: whole(144) })).toBe(12);
    expect(work("a ^ 0.5", { a: float(0) })).toBe(0);
  });

  it("[NU9] [NU11] other powers have 12 digits", () => {
    expect(work("a ^ 1.5", { a: float(4) })).toBe(8);
    expect(work("a ^ 1.5", { a: float(100000000) })).toBe(1000000000000);
    expect(work("a ^ b", { a: float(1.05), b: float(0.083333333333) })).toBe(1.00407412378);
    expect(work("a ^ b", { a: float(1.0001), b: float(5000) })).toBe(1.64868005593);
    expect(work("a ^ b", { a: float(0), b: float(0.3) })).toBe(0);
    expect(work("a ^ b", { a: float(0.000000000001), b: float(1.3) })).toBe(0);
    expect(work("a ^ b", { a: float(0.5), b: float(50.5) })).toBe(0);
    expect(work("a ^ b", { a: float(10), b: float(14.9) })).toBe(794328234724000);
    expect(work("a ^ b", { a: float(10), b: float(13.5) })).toBe(31622776601700);
    expect(work("a ^ b", { a: float(10), b: float(12.5) })).toBe(3162277660170);
    expect(work("a ^ b", { a: float(10), b: float(2000) })).toBe("NUMBER_OVERFLOW");
    expect(work("a ^ b", { a: float(10), b: float(14.999999999999) })).toBe(999999999998000);
    expect(work("a ^ b", { a: float(999999999999999), b: float(1.000000000001) })).toBe("NUMBER_OVERFLOW");
  });

  it("[NU11] powers of all sizes equal the interpreter's to the last bit", () => {
    for (let step = 1; step < 60; step += 1) {
      const a = Number((1.37 ** step / 50).toFixed(6));
      const b = Number(((step % 9) / 2.7 - 1.3).toFixed(5));
      const result = work("a ^ b", { a: float(a), b: float(b) });
      expect(typeof result).toBe("number");
      expect(Math.abs(Number(result) - a ** b)).toBeLessThan(1e-12 + a ** b * 6e-12);
    }
  });

  it("[NU10] undefined powers fail with the reason", () => {
    expect(work("a ^ b", { a: whole(0), b: whole(-1) })).toBe("DIVISION_BY_ZERO");
    expect(work("a ^ b", { a: whole(0), b: float(-0.5) })).toBe("DIVISION_BY_ZERO");
    expect(work("a ^ b", { a: whole(-4), b: float(0.5) })).toBe("NOT_A_REAL_NUMBER");
    expect(work("a ^ b", { a: whole(-4), b: float(1.5) })).toBe("NOT_A_REAL_NUMBER");
    expect(work("a ^ b", { a: whole(-1), b: whole(1024) })).toBe("NOT_A_REAL_NUMBER");
    expect(work("a ^ b", { a: whole(-10), b: whole(15) })).toBe("NUMBER_OVERFLOW");
    expect(work("a ^ b", { a: whole(10), b: whole(14) })).toBe(100000000000000);
    expect(work("a ^ b", { a: float(0.000000000001), b: whole(-2) })).toBe("NUMBER_OVERFLOW");
  });

  it("[NU12] a missing operand makes the result missing without a failure", () => {
    for (const operator of ["+", "-", "*", "/", "^"]) {
      expect(work(`a ${operator} b`, { a: float(undefined), b: float(0) })).toBe(undefined);
      expect(work(`a ${operator} b`, { a: float(1), b: float(undefined) })).toBe(undefined);
      expect(work(`a ${operator} b`, { a: whole(undefined), b: whole(0) })).toBe(undefined);
      expect(work(`a ${operator} b`, { a: whole(0), b: whole(undefined) })).toBe(undefined);
    }
    const draft = inARow({
      application: { a: "Float" },
      runtime: { n: "Float" },
      nodes: [state("first", "n = 5"), calculation("c", "n", "a + 1")],
    });
    expect({ ...decide(draft, {}).runtimeData }).toEqual({});
  });
});

import type { Random } from "./random.ts";

const doubles = new Float64Array(1);
const bits = new BigUint64Array(doubles.buffer);

/** The bits of a double, to distinguish values that print alike. */
export function bitsOf(value: number): bigint {
  doubles[0] = value;
  return bits[0] ?? 0n;
}

function fromBits(value: bigint): number {
  bits[0] = value;
  return doubles[0] ?? NaN;
}

const wholesNearEdges = [2 ** 53 - 1, 2 ** 53 - 2, 94906265, 94906266, 94906267, 4503599627370496, 999999999999999, 3037000500];

/** Numbers where rounding is hardest: near steps and bounds, halfway between two decimals, very large, very small, with all digits used. */
export function hostileFloat(random: Random): number {
  const sign = random.chance(0.5) ? 1 : -1;
  const scale = 10 ** random.between(-12, 15);
  switch (random.below(10)) {
    case 0:
      return sign * random.next() * scale;
    case 1: // a few digits
      return (sign * random.between(0, 9999)) / 10 ** random.between(0, 6);
    case 2: // next to a power of ten, where the step changes
      return sign * fromBits(bitsOf(scale) + BigInt(random.between(-3, 3)));
    case 3: // halfway between two neighbours of the normal form
      return (sign * (random.between(0, 1e9) + 0.5)) / 10 ** random.between(0, 15);
    case 4: // fifteen digits
      return sign * Number(`${random.between(1e6, 9999999)}${random.between(1e7, 99999999)}e-${random.between(0, 15)}`);
    case 5: // next to a decimal with two digits
      return sign * fromBits(bitsOf(random.between(1, 1e8) / 100) + BigInt(random.between(-2, 2)));
    case 6:
      return (
        sign * random.pick([0, 1, 2, 3, 7, 10, 0.1, 0.2, 0.3, 1e-12, 5e-13, 4.9e-13, 1e15, 999999999999999.5, 999999999999999.4, 5e14])
      );
    case 7: // any double that is not huge
      return sign * random.next() * 2 ** random.between(-60, 60);
    case 8:
      return sign * random.between(0, 2 ** 31);
    default: // no more than a cent away from something whole
      return sign * (random.between(0, 1e6) + random.between(-10, 10) / 1000);
  }
}

export function hostileInteger(random: Random): number {
  const sign = random.chance(0.5) ? 1 : -1;
  switch (random.below(5)) {
    case 0:
      return sign * random.pick(wholesNearEdges);
    case 1:
      return sign * (random.pick(wholesNearEdges) - random.between(0, 5));
    case 2:
      return sign * Math.floor(random.next() * 2 ** random.between(0, 53));
    default:
      return sign * random.between(0, 100_000);
  }
}

/** Exponents for every way in which a power is computed. */
export function hostileExponent(random: Random): number {
  switch (random.below(6)) {
    case 0:
      return random.between(-12, 12);
    case 1:
      return random.between(-1023, 1023);
    case 2:
      return random.pick([0.5, -0.5, 1.5, 2.5, 1 / 3, 0.25, 1e-12, 1023.5, 1024, -1024, 5000]);
    case 3:
      return Math.round((random.next() * 8 - 4) * 1000) / 1000;
    default:
      return hostileFloat(random);
  }
}

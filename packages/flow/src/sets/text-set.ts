/** Sets of texts: these ones, or all except these. */
export interface TextSet {
  readonly except: boolean;
  readonly values: ReadonlySet<string>;
}

export const allTexts: TextSet = { except: true, values: new Set() };

export function complementOfTexts(set: TextSet): TextSet {
  return { except: !set.except, values: set.values };
}

export function intersectionOfTexts(a: TextSet, b: TextSet): TextSet {
  if (a.except && b.except) return { except: true, values: new Set([...a.values, ...b.values]) };
  const [listed, other] = a.except ? [b, a] : [a, b];
  return { except: false, values: new Set([...listed.values].filter((value) => other.values.has(value) !== other.except)) };
}

export function unionOfTexts(a: TextSet, b: TextSet): TextSet {
  return complementOfTexts(intersectionOfTexts(complementOfTexts(a), complementOfTexts(b)));
}

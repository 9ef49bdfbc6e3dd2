/** The index of the point nearest to a position on the axis. */
export function nearestAt(points: readonly { readonly x: number }[], place: number, across: (value: number) => number): number | undefined {
  let nearest: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [at, { x }] of points.entries()) {
    const far = Math.abs(across(x) - place);
    if (far < least) [nearest, least] = [at, far];
  }
  return nearest;
}

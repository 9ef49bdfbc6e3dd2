/**
 * [FO14] The letters that `lower` and `upper` change. Written out, since hosts and databases follow different releases of Unicode and
 * different rules for letters whose counterpart is two letters, or depends on the letters around it.
 */
const runs: readonly { readonly from: number; readonly to: number; readonly every: 1 | 2; readonly distance: number }[] = [
  { from: 0x41, to: 0x5a, every: 1, distance: 32 },
  { from: 0xc0, to: 0xd6, every: 1, distance: 32 },
  { from: 0xd8, to: 0xde, every: 1, distance: 32 },
  { from: 0x100, to: 0x12e, every: 2, distance: 1 },
  { from: 0x132, to: 0x136, every: 2, distance: 1 },
  { from: 0x139, to: 0x147, every: 2, distance: 1 },
  { from: 0x14a, to: 0x176, every: 2, distance: 1 },
  { from: 0x178, to: 0x178, every: 1, distance: 0xff - 0x178 },
  { from: 0x179, to: 0x17d, every: 2, distance: 1 },
  { from: 0x386, to: 0x386, every: 1, distance: 38 },
  { from: 0x388, to: 0x38a, every: 1, distance: 37 },
  { from: 0x38c, to: 0x38c, every: 1, distance: 64 },
  { from: 0x38e, to: 0x38f, every: 1, distance: 63 },
  { from: 0x391, to: 0x3a1, every: 1, distance: 32 },
  { from: 0x3a3, to: 0x3ab, every: 1, distance: 32 },
  { from: 0x400, to: 0x40f, every: 1, distance: 80 },
  { from: 0x410, to: 0x42f, every: 1, distance: 32 },
  { from: 0x460, to: 0x480, every: 2, distance: 1 },
  { from: 0x48a, to: 0x4be, every: 2, distance: 1 },
  { from: 0x4c0, to: 0x4c0, every: 1, distance: 15 },
  { from: 0x4c1, to: 0x4cd, every: 2, distance: 1 },
  { from: 0x4d0, to: 0x52e, every: 2, distance: 1 },
  { from: 0x531, to: 0x556, every: 1, distance: 48 },
  { from: 0x1e00, to: 0x1e94, every: 2, distance: 1 },
  { from: 0x1ea0, to: 0x1efe, every: 2, distance: 1 },
];

const codes = runs.flatMap(({ from, to, every, distance }) =>
  Array.from({ length: Math.floor((to - from) / every) + 1 }, (_, index) => {
    const capital = from + index * every;
    return { capital, small: capital + distance };
  }),
);

/** At the same position of both: a letter and its counterpart, each of one UTF-16 unit. */
export const capitals = String.fromCharCode(...codes.map(({ capital }) => capital));
export const smalls = String.fromCharCode(...codes.map(({ small }) => small));

/** [FO15] White space as `trim` removes it, for a class of a regular expression: ranges of code points. */
export const whiteSpace = [
  [0x9, 0xd],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
] as const;

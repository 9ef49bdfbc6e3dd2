export interface More {
  readonly reason?: string | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

/** Parses a number of milliseconds; undefined for any other text. */
export function millisOf(text: string | undefined): string | undefined {
  const trimmed = text?.trim() ?? "";
  return /^\d{1,12}(\.\d{1,6})?$/.test(trimmed) ? trimmed : undefined;
}

/** 'R07, 100 to 500 ms' */
export function moreText({ reason, min, max }: More): string | undefined {
  const [from, to] = [millisOf(min), millisOf(max)];
  const span =
    from !== undefined && to !== undefined
      ? `${from} to ${to} ms`
      : from !== undefined
        ? `from ${from} ms`
        : to !== undefined
          ? `up to ${to} ms`
          : undefined;
  const parts = [reason, span].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(", ");
}

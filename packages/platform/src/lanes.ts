/** Room for so many at once for each owner and for all together, so that one owner's slow calls leave room for the others'. */
export function createLanes(limits: { readonly each: number; readonly all: number }) {
  const taken = new Map<string, number>();
  let total = 0;

  return {
    /** Gives the way to leave again, or undefined when there is no room. */
    enter(owner: string): (() => void) | undefined {
      const own = taken.get(owner) ?? 0;
      if (own >= limits.each || total >= limits.all) return undefined;
      taken.set(owner, own + 1);
      total += 1;
      let isIn = true;
      return () => {
        if (!isIn) return;
        isIn = false;
        total -= 1;
        const left = (taken.get(owner) ?? 1) - 1;
        if (left === 0) taken.delete(owner);
        else taken.set(owner, left);
      };
    },
    inside: () => total,
  };
}

import type { TrainingSettings } from "./settings.ts";

/**
 * Other settings to try, the most promising first: smaller and larger trees, slower learning, larger leaves. A fixed order, so that two searches
 * differ only in how far they got.
 */
export function searchFrom(settings: TrainingSettings): readonly TrainingSettings[] {
  const tried: TrainingSettings[] = [];
  for (const learningRate of [settings.learningRate, settings.learningRate / 2, Math.min(1, settings.learningRate * 2)]) {
    for (const leaves of [settings.leaves, 15, 7, 32]) {
      for (const minRowsInLeaf of [settings.minRowsInLeaf, 100, 5]) {
        const other = { ...settings, learningRate, leaves: Math.min(32, leaves), minRowsInLeaf };
        if (!tried.some((one) => sameAs(one, other)) && !sameAs(settings, other)) tried.push(other);
      }
    }
  }
  return tried;
}

function sameAs(a: TrainingSettings, b: TrainingSettings): boolean {
  return a.learningRate === b.learningRate && a.leaves === b.leaves && a.minRowsInLeaf === b.minRowsInLeaf;
}

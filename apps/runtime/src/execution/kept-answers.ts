import { createHash } from "node:crypto";
import type { KeptAnswer } from "@airlock/contract";
import type { Bucket, BucketEntry } from "@airlock/platform";

/** What a caller's Idempotency-Key leads to. */
export type Claim =
  | { readonly kind: "first"; readonly claimed: Claimed }
  /** It was decided before; `lines` are the ones that are not known to be durable. */
  | { readonly kind: "again"; readonly answer: string; readonly lines: readonly string[]; readonly logged: () => void }
  | { readonly kind: "underWay" }
  | { readonly kind: "otherQuestion" };

export interface Claimed {
  /** Keeps the answer and what must be logged before it is given. False when another runtime has taken the claim over. */
  readonly keep: (answer: string, lines: readonly string[]) => Promise<boolean>;
  /** The lines are durable: only the answer is kept on. */
  readonly logged: () => void;
  /** Nothing was decided, so the key is free again. */
  readonly release: () => void;
}

export interface KeptAnswers {
  /** Rejects when JetStream is away. */
  readonly claim: (organisationId: string, key: string, question: string) => Promise<Claim>;
}

/** A flow's web calls take at most a minute; a claim that is older than this belongs to a process that is gone. */
const claimMillis = 90_000;

type Answers = Pick<Bucket<"answers">, "get" | "replace">;

export function createKeptAnswers(bucket: () => Answers, now: () => number): KeptAnswers {
  return {
    claim: async (organisationId, key, question) => {
      const answers = bucket();
      const place = sha256(`${organisationId}\n${key}`);
      const mine: KeptAnswer = { asked: sha256(question), claimedMillis: now() };
      const first = await answers.replace(place, mine, 0);
      if (first !== undefined) return { kind: "first", claimed: claimedAt(answers, place, mine, first) };
      const entry = await answers.get(place);
      if (entry?.value === undefined) return takeOver(answers, place, mine, entry);
      const { value, revision } = entry;
      if (value.asked !== mine.asked) return { kind: "otherQuestion" };
      if (value.answer !== undefined) {
        const logged = claimedAt(answers, place, value, revision).logged;
        return { kind: "again", answer: value.answer, lines: value.lines ?? [], logged };
      }
      return now() - value.claimedMillis < claimMillis ? { kind: "underWay" } : takeOver(answers, place, mine, entry);
    },
  };
}

/** A key that was let go, or whose process died before it decided anything. Whoever comes second finds it under way. */
async function takeOver(answers: Answers, place: string, mine: KeptAnswer, entry: BucketEntry<"answers"> | undefined): Promise<Claim> {
  if (entry === undefined) return { kind: "underWay" };
  const revision = await answers.replace(place, mine, entry.revision);
  return revision === undefined ? { kind: "underWay" } : { kind: "first", claimed: claimedAt(answers, place, mine, revision) };
}

function claimedAt(answers: Answers, place: string, claim: KeptAnswer, from: number): Claimed {
  let revision = from;
  let kept = claim;
  return {
    keep: async (answer, lines) => {
      kept = { ...claim, answer, lines };
      const next = await answers.replace(place, kept, revision);
      if (next === undefined) return false;
      revision = next;
      return true;
    },
    // Should this not arrive, the lines are logged once more when the key is sent again, and counted once.
    logged: () => {
      const { asked, claimedMillis, answer } = kept;
      void answers.replace(place, { asked, claimedMillis, answer }, revision).catch(() => undefined);
    },
    // Should this not arrive, the key is free when the claim has run out.
    release: () => void answers.replace(place, undefined, revision).catch(() => undefined),
  };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

import { createHash } from "node:crypto";
import { maxKeptAnswerBytes, type KeptAnswer } from "@airlock/contract";
import type { Bucket, BucketEntry } from "@airlock/platform";
import { KeptBytes } from "./kept-bytes.ts";

/** What a caller's Idempotency-Key leads to. */
type Claim =
  | { readonly kind: "first"; readonly claimed: Claimed }
  /** It was decided before; `lines` are the ones that are not known to be durable. */
  | { readonly kind: "again"; readonly answer: string; readonly lines: readonly string[]; readonly logged: () => void }
  /** It was decided before, and its answer was too large to keep. */
  | { readonly kind: "tooLarge" }
  /** The organisation has kept as many bytes as it may. */
  | { readonly kind: "overQuota"; readonly seconds: number }
  | { readonly kind: "underWay" }
  | { readonly kind: "otherQuestion" };

export interface Claimed {
  /** Keeps the answer and what must be logged before it is given. `takenOver`: another runtime has the claim now. */
  readonly keep: (answer: string, lines: readonly string[]) => Promise<"kept" | "takenOver" | "tooLarge">;
  /** Keeps the fact that the answer is too large, so that a retry makes no web calls. */
  readonly refuse: () => Promise<void>;
  /** The lines are durable: only the answer is kept on. */
  readonly logged: () => void;
  /** Nothing was kept, so the key is free again. */
  readonly release: () => Promise<void>;
}

export interface KeptAnswers {
  /** Rejects when JetStream is away. */
  readonly claim: (organisationId: string, key: string, question: string) => Promise<Claim>;
}

/** A claim that was not renewed for this long belongs to a process that is gone. */
const claimMillis = 90_000;
/** A batch may make web calls for longer than `claimMillis`. */
const renewMillis = 30_000;

type Answers = Pick<Bucket<"answers">, "get" | "replace">;

/** `maxBytes`: of the answers that this process keeps for one organisation. */
export function createKeptAnswers(bucket: () => Answers, now: () => number, maxBytes = Infinity): KeptAnswers {
  const keptBytes = new KeptBytes(maxBytes);
  return {
    claim: async (organisationId, key, question) => {
      const answers = bucket();
      const place = sha256(`${organisationId}\n${key}`);
      const mine: KeptAnswer = { asked: sha256(question), claimedMillis: now() };
      const onKept = (answer: string) => keptBytes.add(organisationId, answer, now());
      const own = (revision: number): Claim => ({ kind: "first", claimed: claimedAt({ answers, place, now, onKept }, mine, revision) });
      const seconds = keptBytes.wait(organisationId, now());
      // What was decided before is still replayed.
      if (seconds > 0 && (await answers.get(place))?.value === undefined) return { kind: "overQuota", seconds };
      const first = await answers.replace(place, mine, 0);
      if (first !== undefined) return own(first);
      const entry = await answers.get(place);
      if (entry?.value === undefined) return takeOver(answers, place, mine, entry, own);
      const { value, revision } = entry;
      if (value.asked !== mine.asked) return { kind: "otherQuestion" };
      if (value.tooLarge === true) return { kind: "tooLarge" };
      if (value.answer !== undefined) {
        const logged = () => void replaceQuietly(answers, place, withoutLines(value), revision);
        return { kind: "again", answer: value.answer, lines: value.lines ?? [], logged };
      }
      return now() - value.claimedMillis < claimMillis ? { kind: "underWay" } : takeOver(answers, place, mine, entry, own);
    },
  };
}

/** A key that was released, or whose process died before it decided anything. The second of two callers finds it under way. */
async function takeOver(
  answers: Answers,
  place: string,
  mine: KeptAnswer,
  entry: BucketEntry<"answers"> | undefined,
  own: (revision: number) => Claim,
): Promise<Claim> {
  if (entry === undefined) return { kind: "underWay" };
  const revision = await answers.replace(place, mine, entry.revision);
  return revision === undefined ? { kind: "underWay" } : own(revision);
}

interface Slot {
  readonly answers: Answers;
  readonly place: string;
  readonly now: () => number;
  readonly onKept: (answer: string) => void;
}

function claimedAt({ answers, place, now, onKept }: Slot, claim: KeptAnswer, from: number): Claimed {
  let revision = from;
  let kept = claim;
  let writing: Promise<unknown> = Promise.resolve();
  /** One at a time: each write names the revision of the one before. */
  const write = (value: KeptAnswer | undefined): Promise<number | undefined> => {
    const written = writing.then(async () => {
      const next = await answers.replace(place, value, revision);
      if (next !== undefined) revision = next;
      return next;
    });
    writing = written.catch(() => undefined);
    return written;
  };
  const renewing = setInterval(() => void write({ ...claim, claimedMillis: now() }).catch(() => undefined), renewMillis).unref();
  return {
    keep: async (answer, lines) => {
      kept = { ...claim, answer, lines };
      if (Buffer.byteLength(JSON.stringify(kept)) > maxKeptAnswerBytes) return "tooLarge";
      clearInterval(renewing);
      if ((await write(kept)) === undefined) return "takenOver";
      onKept(answer);
      return "kept";
    },
    refuse: async () => {
      clearInterval(renewing);
      await write({ ...claim, tooLarge: true }).catch(() => undefined);
    },
    // Should this not arrive, the lines are logged once more when the key is sent again, and counted once.
    logged: () => void write(withoutLines(kept)).catch(() => undefined),
    // Should this not arrive, the key is free when the claim has run out.
    release: async () => {
      clearInterval(renewing);
      await write(undefined).catch(() => undefined);
    },
  };
}

function withoutLines({ asked, claimedMillis, answer }: KeptAnswer): KeptAnswer {
  return { asked, claimedMillis, answer };
}

async function replaceQuietly(answers: Answers, place: string, value: KeptAnswer, revision: number): Promise<void> {
  await answers.replace(place, value, revision).catch(() => undefined);
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

import { createHash } from "node:crypto";
import { maxKeptAnswerBytes, type KeptAnswer } from "@airlock/contract";
import type { Bucket, BucketEntry } from "@airlock/platform";
import { KeptBytes } from "./kept-bytes.ts";

/** The result of claiming an Idempotency-Key. */
type Claim =
  | { readonly kind: "first"; readonly claimed: Claimed }
  /** It was decided before; `lines` are those that are not known to be durable. */
  | { readonly kind: "again"; readonly answer: string; readonly lines: readonly string[]; readonly logged: () => void }
  /** It was decided before, and its answer was too large to store. */
  | { readonly kind: "tooLarge" }
  /** The organisation has used its quota of stored bytes. */
  | { readonly kind: "overQuota"; readonly seconds: number }
  | { readonly kind: "underWay" }
  | { readonly kind: "otherQuestion" };

export interface Claimed {
  /** Stores the answer with the lines that must be logged before it is sent. `takenOver`: another runtime has the claim now. */
  readonly keep: (answer: string, lines: readonly string[]) => Promise<"kept" | "takenOver" | "tooLarge">;
  /** Stores the fact that the answer is too large, so that a retry makes no web calls. */
  readonly refuse: () => Promise<void>;
  /** The lines are durable, so only the answer remains stored. */
  readonly logged: () => void;
  /** Nothing was stored; frees the key. */
  readonly release: () => Promise<void>;
}

export interface KeptAnswers {
  /** Rejects while JetStream is unavailable. */
  readonly claim: (organisationId: string, key: string, question: string) => Promise<Claim>;
}

/**
 * A claim that was not renewed for this long belongs to a process that died. Measured by JetStream's clock, because the clocks of runtimes may differ by
 * more than the time between two renewals.
 */
const claimMillis = 90_000;
/** Needed because the web calls of a batch may take longer than `claimMillis`. */
const renewMillis = 30_000;

type Answers = Pick<Bucket<"answers">, "get" | "replace" | "ageMillis">;

/** `maxBytes` limits the entries that this process stores for one organisation. */
export function createKeptAnswers(bucket: () => Answers, now: () => number, maxBytes = Infinity): KeptAnswers {
  const keptBytes = new KeptBytes(maxBytes);
  return {
    claim: async (organisationId, key, question) => {
      const answers = bucket();
      const place = sha256(`${organisationId}\n${key}`);
      const mine: KeptAnswer = { asked: sha256(question), claimedMillis: now() };
      const onKept = (answer: string) => keptBytes.addAnswer(organisationId, answer, now());
      const own = (revision: number): Claim => {
        keptBytes.addEntry(organisationId, now());
        return { kind: "first", claimed: claimedAt({ answers, place, now, onKept }, mine, revision) };
      };
      const seconds = keptBytes.wait(organisationId, now());
      // Answers that are already stored are replayed despite the quota.
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
      const age = await answers.ageMillis(place, revision);
      return age === undefined || age < claimMillis ? { kind: "underWay" } : takeOver(answers, place, mine, entry, own);
    },
  };
}

/** Claims a key that was released, or whose process died before it decided. Of two concurrent callers, the second gets `underWay`. */
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
  /** Writes are serialised: each needs the revision of the one before. */
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
    // If this write is lost, a retry logs the lines again, and they are deduplicated.
    logged: () => void write(withoutLines(kept)).catch(() => undefined),
    // If this write is lost, the key becomes free when the claim expires.
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

import { createLocalJWKSet, type JWTVerifyGetKey } from "jose";
import { z } from "zod";
import type { Log, PartState } from "@airlock/platform";

/**
 * The identity provider's public keys, by discovery. They are cached: while the provider is unavailable, tokens signed with a known key stay valid. A
 * key that the provider has withdrawn is removed at the next successful read.
 */
export interface ProviderKeys {
  /** For jose; throws `ProviderUnavailable` if the key is unknown and cannot be fetched. */
  readonly find: JWTVerifyGetKey;
  /** The number of the read whose keys are trusted now: results of an earlier one may no longer be valid. Undefined if none are trusted. */
  readonly reading: () => number | undefined;
  readonly userinfoEndpoint: () => Promise<string | undefined>;
  readonly check: () => PartState;
  /** Reads the keys now, unless that was just done. */
  readonly refresh: () => Promise<void>;
}

export class ProviderUnavailable extends Error {}

export interface ProviderKeysOptions {
  readonly issuer: string;
  readonly log: Log;
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  readonly now?: () => number;
  /** Timeout of one request to the provider. */
  readonly answerMillis?: number;
}

/** Older keys are read again in the background of the request that finds them. */
const freshMillis = 5 * 60_000;
/** After this long without the provider, its keys are no longer trusted. */
const believedMillis = 12 * 60 * 60_000;
/** A flood of tokens with made-up key ids must not cause a flood of requests to the provider. */
const cooldownMillis = 5_000;
const defaultAnswerMillis = 4_000;

const metadata = z.object({ issuer: z.string(), jwks_uri: z.url(), userinfo_endpoint: z.url().optional() });
const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

interface Known {
  readonly select: ReturnType<typeof createLocalJWKSet>;
  readonly userinfo: string | undefined;
  readonly at: number;
  readonly reading: number;
}

export function createProviderKeys(options: ProviderKeysOptions): ProviderKeys {
  const { issuer, log, now = Date.now, answerMillis = defaultAnswerMillis } = options;
  const get = options.fetch ?? fetch;
  let known: Known | undefined;
  let readings = 0;
  let lastTry = Number.NEGATIVE_INFINITY;
  let failure: string | undefined;
  let reading: Promise<void> | undefined;

  async function json(url: string): Promise<unknown> {
    const response = await get(url, {
      signal: AbortSignal.timeout(answerMillis),
      redirect: "error",
      headers: { accept: "application/json" },
    });
    if (!response.ok) throw new Error(`${url} answers ${response.status}`);
    return response.json();
  }

  async function readKeys(): Promise<void> {
    lastTry = now();
    try {
      const found = metadata.parse(await json(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`));
      if (found.issuer !== issuer) throw new Error(`The provider calls itself ${found.issuer}, not ${issuer}`);
      const { keys } = keySet.parse(await json(found.jwks_uri));
      // Parsed to have a `kty`; jose validates the rest of each key. It ignores shared secrets in a set.
      readings += 1;
      known = { select: createLocalJWKSet({ keys }), userinfo: found.userinfo_endpoint, at: now(), reading: readings };
      failure = undefined;
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
      log.warn({ err: error }, "the identity provider's keys cannot be read");
    }
  }

  function refresh(): Promise<void> {
    if (now() - lastTry < cooldownMillis && reading === undefined) return Promise.resolve();
    reading ??= readKeys().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  function believed(): Known | undefined {
    return known !== undefined && now() - known.at < believedMillis ? known : undefined;
  }

  return {
    refresh,
    find: async (header, token) => {
      if (believed() === undefined) await refresh();
      else if (now() - (known?.at ?? 0) > freshMillis) void refresh();
      const current = believed();
      if (current === undefined) throw new ProviderUnavailable(failure ?? "not read yet");
      try {
        return await current.select(header, token);
      } catch (error) {
        // An unknown key: the provider may have rotated them.
        await refresh();
        const renewed = believed();
        if (renewed === undefined || failure !== undefined) throw new ProviderUnavailable(failure ?? "not read yet");
        if (renewed === current) throw error;
        return await renewed.select(header, token);
      }
    },
    reading: () => believed()?.reading,
    userinfoEndpoint: async () => {
      if (believed() === undefined) await refresh();
      return believed()?.userinfo;
    },
    check: () => {
      if (believed() === undefined) return { ok: false, detail: failure ?? "not read yet" };
      return failure === undefined ? { ok: true } : { ok: true, detail: `going on with known keys: ${failure}` };
    },
  };
}

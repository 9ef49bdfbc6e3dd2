import { fillMarkedSecrets, markedSecrets } from "@airlock/contract";
import type { EgressAnswer, EgressCall } from "./egress-client.ts";
import { hostOf } from "./egress-policy.ts";
import { EgressRefusal } from "./egress-refusal.ts";

/** A decrypted secret of the calling organisation. */
export interface OpenSecret {
  readonly hosts: readonly string[];
  readonly value: string;
}

export interface CallWithSecrets {
  readonly call: EgressCall;
  /** Redacts the secrets of the request if the response repeats them. */
  readonly clean: (answer: EgressAnswer) => EgressAnswer;
}

/**
 * Inserts secrets where the flow names them: in headers, in the body and in the query, and only if the call goes to a host that each of them was
 * entered for. Secrets in a path or host are refused, because both are shown and logged.
 */
export function withSecrets(call: EgressCall, find: (name: string) => OpenSecret | undefined): CallWithSecrets {
  const texts = [call.url, call.body, ...call.headers.map(({ value }) => value)];
  const names = new Set(texts.flatMap((text) => markedSecrets(text).map(({ name }) => name)));
  if (names.size === 0) return { call, clean: (answer) => answer };
  const query = call.url.indexOf("?");
  if (markedSecrets(call.url).some(({ from }) => query === -1 || from < query)) {
    throw new EgressRefusal("WEB_CALL_SECRET", "A secret may be in the query of a URL, not before it.");
  }
  const url = URL.parse(fillMarkedSecrets(call.url, () => "0"));
  if (url === null) throw new EgressRefusal("WEB_CALL_REFUSED", "The web call was refused: it is not an address.");
  const host = hostOf(url);
  const values = new Map<string, string>();
  for (const name of names) {
    const secret = find(name);
    if (secret === undefined) throw new EgressRefusal("WEB_CALL_SECRET", `There is no secret ${name} in this organisation.`);
    if (!secret.hosts.includes(host)) throw new EgressRefusal("WEB_CALL_SECRET", `The secret ${name} was not entered for ${host}.`);
    values.set(name, secret.value);
  }
  const fill = (text: string, write: (value: string) => string): string => fillMarkedSecrets(text, (name) => write(values.get(name) ?? ""));
  const inJson = (value: string): string => JSON.stringify(value).slice(1, -1);
  return {
    call: {
      ...call,
      url: fill(call.url, encodeURIComponent),
      headers: call.headers.map(({ key, value }) => ({ key, value: fill(value, (text) => text) })),
      body: fill(call.body, inJson),
      secretHeaders: call.headers.filter(({ value }) => markedSecrets(value).length > 0).map(({ key }) => key.toLowerCase()),
    },
    clean: (answer) => {
      let { body } = answer;
      for (const value of values.values()) {
        for (const written of new Set([value, inJson(value), encodeURIComponent(value)])) body = body.replaceAll(written, "[hidden]");
      }
      return { ...answer, body };
    },
  };
}

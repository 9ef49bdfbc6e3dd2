/** Keys of system accounts: how callers prove themselves to a runtime. */
import { z } from "zod";
import { givenTime, label, listOf, resourceOf, timestamp, webSafeString } from "./hal.ts";

export const keyFields = z.object({
  webSafeString,
  name: z.string(),
  createdDate: timestamp,
  expires: timestamp.nullable(),
  lastUsedDate: timestamp.nullable(),
});
export type KeyFields = z.infer<typeof keyFields>;

export const keyResource = resourceOf(keyFields);
export const keyList = listOf(keyFields);

/** The only response that contains the secret. */
export const createdKey = resourceOf(keyFields.extend({ secret: z.string() }));

export const keyCreate = z.object({ name: label, expires: givenTime.optional() });
export type KeyCreate = z.infer<typeof keyCreate>;

/** The bearer token of a caller; `splitKey` parses it. */
export function formatKey(keyId: string, secret: string): string {
  return `alk_${keyId}_${secret}`;
}

/** Secrets of an organisation for the web calls of its flows and for its databases. A value can be written and never read. */
import { z } from "zod";
import { listOf, pageQuery, resourceOf, revision, timestamp, webSafeString } from "./hal.ts";

/** The name in `${secret.Name}`. */
export const secretName = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, "must begin with a letter and hold letters, digits and _ only");

/** The host of an address: no scheme, no port, no wildcard. */
export const hostName = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*|[0-9a-f:]+)$/,
    "must be a host such as api.example.com",
  );

/** Used in headers, so it is one line of plain characters. */
const secretValue = z
  .string()
  .min(8)
  .max(8_000)
  .regex(/^[\x20-\x7e]+$/, "must be one line of printable ASCII characters");

export const secretFields = z.object({
  webSafeString,
  name: z.string(),
  hosts: z.array(z.string()),
  createdDate: timestamp,
  updatedDate: timestamp,
  revision,
});
export type SecretFields = z.infer<typeof secretFields>;

export const secretResource = resourceOf(secretFields);
export const secretList = listOf(secretFields);
export const secretQuery = pageQuery;
export type SecretQuery = z.infer<typeof secretQuery>;

const hosts = z.array(hostName).min(1).max(20);

export const secretCreate = z.object({ name: secretName, hosts, value: secretValue });
export type SecretCreate = z.infer<typeof secretCreate>;

/** A value that is left out stays as it is; with a host that the secret did not have before, it is required. */
export const secretUpdate = z.object({
  name: secretName.optional(),
  hosts: hosts.optional(),
  value: secretValue.optional(),
  revision: revision.optional(),
});
export type SecretUpdate = z.infer<typeof secretUpdate>;

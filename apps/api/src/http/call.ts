/** Types of a handler's arguments and result, derived from its row of the action table. */
import type { Readable } from "node:stream";
import type { actions } from "@airlock/contract";
import type { Log, WorkIds } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import type { z } from "zod";
import type { Actor } from "../identity/actor.ts";
import type { Claims } from "../identity/verify-token.ts";
import type { Refused } from "../outcome.ts";

type Table = typeof actions;

/** The rows that the api serves for this kind of caller. */
export type NamesFor<Kind extends "public" | "token" | "user"> = {
  [Name in keyof Table]: Table[Name] extends { servedBy: "api"; access: { kind: Kind } } ? Name : never;
}[keyof Table];

type ParametersOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParametersOf<Rest> : never;

type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

/** A file that is streamed while it is read. Reading stops when the caller disconnects. */
export interface FileAnswer {
  readonly name: string;
  readonly contentType: string;
  /** Undefined if the length is not known in advance. */
  readonly bytes?: number;
  readonly content: Readable;
}

export type AnswerOf<Name extends keyof Table> = Table[Name]["answer"] extends { schema: infer Schema extends z.ZodType }
  ? DeepReadonly<z.output<Schema>>
  : Table[Name]["answer"] extends { file: readonly string[] }
    ? FileAnswer
    : undefined;

type QueryOf<Name extends keyof Table> = Table[Name] extends { query: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;
type BodyOf<Name extends keyof Table> = Table[Name] extends { body: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;

export interface Call<Name extends keyof Table> {
  readonly params: Readonly<Record<ParametersOf<Table[Name]["path"]>, string>>;
  readonly query: QueryOf<Name>;
  readonly body: BodyOf<Name>;
  readonly tx: Tx;
  readonly ids: WorkIds;
  /** The client's address, as the edge reports it. */
  readonly address: string;
  readonly log: Log;
  /** Aborted when the caller closes the connection before the response is sent. */
  readonly signal: AbortSignal;
}

export interface TokenCall<Name extends keyof Table> extends Call<Name> {
  readonly claims: Claims;
  readonly token: string;
  /** The organisation that the caller wants to act in; not checked yet. */
  readonly organisation: string | undefined;
}

export interface UserCall<Name extends keyof Table> extends Call<Name> {
  readonly actor: Actor;
  /**
   * Another transaction of this call, after the commit of the first: it computed or waited in between, so user and permission are checked again. Use it
   * for everything that is stored then, with the actor of this moment.
   */
  readonly resume: <Result>(work: (tx: Tx, actor: Actor) => Promise<Result>) => Promise<Result | Refused>;
}

import {
  actionNamed,
  actionNames,
  basePath,
  declaredProblems,
  organisationHeader,
  webSafeString,
  type Action,
  type ActionName,
  type ResourceName,
} from "@airlock/contract";
import { logFor, SpanKind, traceFrom, tracing, withSpan, type Log } from "@airlock/platform";
import { postgresFailure, type Postgres, type Tx } from "@airlock/platform/postgres";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import { recordRefusedSignIn } from "../audit/record-access.ts";
import type { Can } from "../can.ts";
import { enterAsActor, type Actor } from "../identity/actor.ts";
import type { Claims, TokenVerifier } from "../identity/verify-token.ts";
import type { Outcome, Refused } from "../outcome.ts";
import { refuse } from "../outcome.ts";
import type { AnswerOf, Call, FileAnswer, NamesFor, TokenCall, UserCall } from "./call.ts";
import { CallerLeft, problemOfError } from "./failure.ts";
import { sendProblem } from "./problem-reply.ts";
import { requireToken } from "./require-token.ts";
import type { Subject } from "./subject.ts";
import { unstorableProblem, validationProblem, type AttachedValidation } from "./validation.ts";

/**
 * Registers handlers by action name and does everything around them, in this order: token, transaction, actor, permission, validation of the request,
 * object, precondition, handler, commit, validation of the response.
 */
export interface Router {
  readonly open: <Name extends NamesFor<"public">>(name: Name, handle: (call: Call<Name>) => Promise<Outcome<AnswerOf<Name>>>) => void;
  readonly token: <Name extends NamesFor<"token">>(name: Name, handle: (call: TokenCall<Name>) => Promise<Outcome<AnswerOf<Name>>>) => void;
  readonly user: <Name extends NamesFor<"user">>(name: Name, handle: (call: UserCall<Name>) => Promise<Outcome<AnswerOf<Name>>>) => void;
  /** For calls on one object: the handler gets it found, authorised and, for changes, locked. */
  readonly object: <Name extends NamesFor<"user">, On extends ResourceName, Row>(
    name: Name,
    subject: Subject<On, Row>,
    handle: (call: UserCall<Name>, row: Row) => Promise<Outcome<AnswerOf<Name>>>,
  ) => void;
  /** Throws if a row of the table has no handler. */
  readonly complete: () => void;
}

export interface RouterOptions {
  readonly postgres: Postgres;
  readonly tokens: TokenVerifier;
  readonly can: Can;
  readonly log: Log;
  /** Settings of single routes that are not in the table. */
  readonly settings?: Partial<Record<ActionName, RouteShorthandOptions>>;
}

type AnyCall = Call<ActionName> & {
  readonly actor?: Actor;
  readonly resume?: UserCall<ActionName & NamesFor<"user">>["resume"];
  readonly claims?: Claims;
  readonly token?: string;
  readonly organisation: string | undefined;
};
type AnyHandler = (call: never, row: never) => Promise<Outcome<unknown>>;
type AnySubject = Subject<ResourceName, unknown>;

/** Thrown to roll the transaction back; never leaves this file. */
class RollBack extends Error {
  readonly refused: Refused;
  constructor(refused: Refused) {
    super(refused.problem.code);
    this.refused = refused;
  }
}

/** Conflicting transactions are retried here: the one that failed has done nothing yet. */
const collisionTries = 3;

/**
 * A definition has findings for text that cannot be stored; the input of a test execution is not stored and may have any text; a file is read as it
 * arrives.
 */
const readsAnyText: ReadonlySet<ActionName> = new Set<ActionName>([
  "definition.update",
  "solutions.create",
  "solution.execute",
  "list.import",
]);

export function createRouter(app: FastifyInstance, options: RouterOptions): Router {
  const { postgres, tokens, can, log } = options;
  const registered = new Set<ActionName>();

  function add(name: ActionName, subject: AnySubject | undefined, handle: AnyHandler): void {
    const action = actionNamed(name);
    if (action.precondition !== undefined && action.precondition.resource !== subject?.resource) {
      throw new Error(`${name} has a precondition on a ${action.precondition.resource}, so its route needs that subject.`);
    }
    registered.add(name);
    app.route({
      ...options.settings?.[name],
      method: action.method,
      url: basePath + action.path.replaceAll(/\{(\w+)\}/g, ":$1"),
      attachValidation: true,
      schema: {
        ...(action.query === undefined ? {} : { querystring: action.query }),
        ...(action.body === undefined ? {} : { body: action.body }),
        ...("schema" in action.answer ? { response: { [action.answer.status]: action.answer.schema } } : {}),
      },
      ...(action.access.kind === "public" ? {} : { preParsing: requireToken(tokens, log) }),
      handler: (request, reply) => {
        const span = {
          kind: SpanKind.SERVER,
          parent: traceFrom(request.headers),
          attributes: tracing() ? spanAttributes(name, request) : {},
        };
        return withSpan(`${action.method} ${action.path}`, span, async (active) => {
          const outcome = await answer(name, action, subject, handle, request, reply);
          active.setAttribute("http.response.status_code", outcome.kind === "refused" ? outcome.problem.code : action.answer.status);
          return send(name, action, outcome, reply);
        });
      },
    });
  }

  async function answer(
    name: ActionName,
    action: Action,
    subject: AnySubject | undefined,
    handle: AnyHandler,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Exclude<Outcome<unknown>, { kind: "afterCommit" }>> {
    // Created lazily: most calls log nothing.
    let requestLog: Log | undefined;
    const logNow = () => (requestLog ??= logFor(log, request.ids));
    let left: AbortSignal | undefined;
    const work = async (tx: Tx): Promise<Outcome<unknown>> => {
      const call: AnyCall = {
        params: safeParameters(request),
        // Validated by the schemas of the action before the handler sees them.
        query: request.query as AnyCall["query"],
        body: request.body as AnyCall["body"],
        tx,
        ids: request.ids,
        address: request.ip,
        organisation: organisationOf(request),
        ...request.verified,
        get log() {
          return logNow();
        },
        get signal() {
          return (left ??= callerLeaves(reply));
        },
      };
      const outcome = await decideAndHandle(name, action, subject, handle, call, request);
      if (outcome.kind === "refused") throw new RollBack(outcome);
      return outcome;
    };
    try {
      const outcome = await withRetries(() => postgres.transaction(work));
      return outcome.kind === "afterCommit" ? await outcome.work() : outcome;
    } catch (error) {
      if (error instanceof RollBack) {
        if (error.refused.problem.code === "USER_NOT_ACTIVE") await noteRefusal(request, logNow());
        return error.refused;
      }
      const problem = problemOfError(error);
      logNow()[problem.code === "INTERNAL" && !(error instanceof CallerLeft) ? "error" : "warn"](
        { err: error, action: name },
        "a call failed",
      );
      return { kind: "refused", problem };
    }
  }

  /** A valid token of a person who may not sign in. In a transaction of its own: the request's was rolled back. */
  async function noteRefusal({ verified, ids, ip }: FastifyRequest, requestLog: Log): Promise<void> {
    if (verified === undefined) return;
    try {
      await postgres.transaction((tx) => recordRefusedSignIn(tx, { ids, address: ip }, verified.claims));
    } catch (error) {
      requestLog.error({ err: error, subject: verified.claims.subject }, "a refused sign-in is not in the audit");
    }
  }

  async function decideAndHandle(
    name: ActionName,
    action: Action,
    subject: AnySubject | undefined,
    handle: AnyHandler,
    call: AnyCall,
    request: FastifyRequest,
  ): Promise<Outcome<unknown>> {
    // `add` is only called through the typed methods below, which relate the handler's call to the action's access.
    const run = handle as (call: AnyCall, row?: unknown) => Promise<Outcome<unknown>>;
    const invalid = (): Refused | undefined => {
      // Fastify types it as any error; with `attachValidation` it is the compiler's.
      const found = request.validationError as AttachedValidation | undefined;
      if (found !== undefined) return { kind: "refused", problem: validationProblem(found) };
      const unstorable = readsAnyText.has(name) ? undefined : unstorableProblem(call.body);
      return unstorable === undefined ? undefined : { kind: "refused", problem: unstorable };
    };
    if (action.access.kind !== "user") return invalid() ?? run(call);

    const { claims } = call;
    const enter = async (tx: Tx, organisationId: string | undefined): Promise<Actor | undefined> => {
      if (claims === undefined) return undefined;
      const { issuer, subject } = claims;
      return enterAsActor(tx, { issuer, subject, correlationId: request.ids.correlationId, organisationId });
    };
    const actor = await enter(call.tx, call.organisation);
    if (actor === undefined) return refuse("USER_NOT_ACTIVE");
    const forbidden = can(actor, name);
    if (forbidden !== undefined) return { kind: "refused", problem: forbidden };
    const wrong = invalid();
    if (wrong !== undefined) return wrong;
    const resume: AnyCall["resume"] = (work) =>
      withRetries(() =>
        postgres.transaction(async (tx) => {
          // In the same organisation, even if the person chose none and acts in another one by now.
          const now = await enter(tx, actor.organisationId);
          if (now === undefined) return refuse("USER_NOT_ACTIVE");
          const gone = can(now, name);
          return gone === undefined ? work(tx, now) : { kind: "refused", problem: gone };
        }),
      );
    const acting = Object.assign(call, { actor, resume });
    if (subject === undefined) return run(acting);

    const id = (call.params as Readonly<Record<string, string>>)[subject.parameter] ?? "";
    const row = await subject.find(call.tx, id, action.method !== "GET", actor);
    if (row === undefined) return refuse(subject.missing);
    const refused = can(actor, name, subject.state(row, actor));
    if (refused !== undefined) return { kind: "refused", problem: refused };
    return run(acting, row);
  }

  function send(
    name: ActionName,
    action: Action,
    outcome: Exclude<Outcome<unknown>, { kind: "afterCommit" }>,
    reply: FastifyReply,
  ): FastifyReply {
    if (outcome.kind === "doneAsJson") {
      // As bytes: a string would be serialised again.
      const bytes = Buffer.from(outcome.json);
      return reply.status(action.answer.status).header("content-type", "application/json; charset=utf-8").send(bytes);
    }
    if (outcome.kind === "done") {
      reply.status(action.answer.status);
      if (action.answer.status === 204) return reply.send();
      return "file" in action.answer ? sendFile(reply, outcome.value as FileAnswer) : reply.send(outcome.value); // Typed by `AnswerOf`.
    }
    if (declaredProblems(action).includes(outcome.problem.code)) return sendProblem(reply, outcome.problem);
    // The contract lists the problems that callers can get; a refusal that it does not list is a bug.
    logFor(log, reply.request.ids).error({ action: name, code: outcome.problem.code }, "a refusal that the contract does not declare");
    return sendProblem(reply, { code: "INTERNAL" });
  }

  return {
    open: (name, handle) => add(name, undefined, handle),
    token: (name, handle) => add(name, undefined, handle),
    user: (name, handle) => add(name, undefined, handle),
    // The subject's types were checked against the handler's by this method; internally, all subjects are treated alike.
    object: (name, subject, handle) => add(name, subject as unknown as AnySubject, handle),
    complete: () => {
      const missing = actionNames.filter((name) => actionNamed(name).servedBy === "api" && !registered.has(name));
      if (missing.length > 0) throw new Error(`Actions without a route: ${missing.join(", ")}.`);
    },
  };
}

/** Aborted when the connection closes before the response was sent. */
function callerLeaves({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once("close", () => {
    if (!raw.writableEnded) controller.abort(new CallerLeft());
  });
  return controller.signal;
}

/** Always as an attachment: its content must never be rendered at our origin. */
function sendFile(reply: FastifyReply, { name, contentType, bytes, content }: FileAnswer): FastifyReply {
  const plain = name.replaceAll(/[^\w.-]/g, "-");
  if (bytes !== undefined) reply.header("content-length", bytes);
  return reply.header("content-type", contentType).header("content-disposition", `attachment; filename="${plain}"`).send(content);
}

function spanAttributes(name: ActionName, { ids }: FastifyRequest): Record<string, string> {
  return { "airlock.action": name, "airlock.correlation_id": ids.correlationId, "airlock.request_id": ids.requestId };
}

/** A malformed value selects no membership, like the id of an organisation that the caller does not belong to. */
function organisationOf({ headers }: FastifyRequest): string | undefined {
  const given = headers[organisationHeader];
  if (given === undefined) return undefined;
  return typeof given === "string" && webSafeString.safeParse(given).success ? given : "-";
}

/** A malformed id is handled like one that does not exist. */
function safeParameters(request: FastifyRequest): AnyCall["params"] {
  const given = Object.entries(request.params as Readonly<Record<string, string>>);
  return Object.fromEntries(
    given.map(([name, value]) => [name, webSafeString.safeParse(value).success ? value : "-"]),
  ) as AnyCall["params"];
}

async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= collisionTries || postgresFailure(error).kind !== "collided") throw error;
    }
  }
}

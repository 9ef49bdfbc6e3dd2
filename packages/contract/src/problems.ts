/**
 * Everything that can be refused, by a code that never changes. `message` is the short half of what the console shows as
 * 'message: description'; `description` says what to do about it. 403 is kept for a missing permission and for an
 * account that is gone, because the console takes it as the end of the session.
 */
import { z } from "zod";

type Details = Readonly<Record<string, string>>;

interface ProblemEntry {
  readonly status: number;
  readonly message: string;
  readonly description: (details: Details) => string;
}

function plain(sentence: string): ProblemEntry["description"] {
  return () => sentence;
}

export const problemCatalogue = {
  // The request itself
  INVALID_REQUEST: {
    status: 400,
    message: "Invalid request",
    description: plain("The request does not have the form this call takes; see the list of problems."),
  },
  BODY_NOT_JSON: { status: 400, message: "Unreadable body", description: plain("The body of the request is not well-formed JSON.") },
  ROUTE_UNKNOWN: { status: 404, message: "Not found", description: plain("There is nothing at this address.") },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: "Method not allowed",
    description: (d) => `This address answers to ${d["allow"] ?? "other methods"}.`,
  },
  BODY_TOO_LARGE: {
    status: 413,
    message: "Too large",
    description: (d) =>
      `The body of the request is larger than this call takes${d["limit"] === undefined ? "" : `: at most ${d["limit"]} bytes`}.`,
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    message: "Too much in the head of the request",
    description: plain("The address and the headers of the request are larger together than this server takes. Shorten the query."),
  },
  MEDIA_TYPE_UNSUPPORTED: {
    status: 415,
    message: "Unsupported content type",
    description: plain("Send the body as application/json."),
  },
  RATE_LIMITED: {
    status: 429,
    message: "Too many requests",
    description: (d) => `Try again in ${d["seconds"] ?? "a few"} seconds.`,
  },
  TOO_MUCH_AT_ONCE: {
    status: 429,
    message: "Too much at once",
    description: (d) =>
      `Your organisation has as much running as it may have at once. Try again in ${d["seconds"] ?? "a few"} seconds, when some of it is finished.`,
  },
  WORK_TOO_LONG: {
    status: 422,
    message: "Too much work",
    description: plain("The request took longer than one request may, and was stopped. Make what it works on smaller."),
  },
  INVITATIONS_LIMITED: {
    status: 429,
    message: "Too many invitations",
    description: (d) =>
      `This address or your organisation has been sent as many invitations as it may. Try again in ${Math.ceil(Number(d["seconds"] ?? 3600) / 60)} minutes.`,
  },
  INTERNAL: {
    status: 500,
    message: "Something went wrong",
    description: plain("The problem is on our side and was logged. Give the correlation id when you report it."),
  },

  // Who is asking
  TOKEN_MISSING: { status: 401, message: "Not signed in", description: plain("Send an access token.") },
  TOKEN_INVALID: {
    status: 401,
    message: "Not signed in",
    description: plain("The access token is not valid any more, or not for this service."),
  },
  USER_UNKNOWN: {
    status: 404,
    message: "No account",
    description: plain(
      "There is no account for you. Ask your organisation's administrator to invite the address you sign in with; the address must be verified.",
    ),
  },
  INVITATION_CHOICE_REQUIRED: {
    status: 409,
    message: "Accept an invitation",
    description: plain("You are invited, but do not belong to an organisation yet. Accept the invitation you want to sign in with."),
  },
  USER_NOT_ACTIVE: {
    status: 403,
    message: "Account not active",
    description: plain("Sign in again; if that does not help, ask your organisation's administrator."),
  },
  PERMISSION_MISSING: {
    status: 403,
    message: "Not allowed",
    description: (d) => `This needs the permission ${d["permission"] ?? "for it"}.`,
  },
  IDENTITY_PROVIDER_UNAVAILABLE: {
    status: 503,
    message: "Sign-in unavailable",
    description: plain("The identity provider does not answer, so your sign-in cannot be checked. Try again soon."),
  },

  // What is asked for
  SOLUTION_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such solution.") },
  SAVE_NOT_FOUND: { status: 404, message: "Not found", description: plain("This save is not kept any more.") },
  VERSION_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such version.") },
  USER_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such user.") },
  INVITATION_NOT_FOUND: {
    status: 404,
    message: "Not found",
    description: plain("There is no such invitation for you; it may have been accepted, declined or withdrawn."),
  },
  KEY_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such key.") },
  SECRET_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such secret.") },
  ROLE_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such role.") },
  ORGANISATION_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such organisation.") },
  RELEASE_REQUEST_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such release request.") },
  LIST_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such list.") },
  LIST_VERSION_NOT_FOUND: { status: 404, message: "Not found", description: plain("The list has no version with this number.") },
  MONITOR_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such monitor.") },
  FIRING_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such firing.") },
  RELEASE_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such release.") },
  ROLLOUT_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such rollout.") },
  GROUP_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such group.") },
  DATASOURCE_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such datasource.") },
  PREDICTION_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such prediction configuration.") },
  MODEL_NOT_FOUND: { status: 404, message: "Not found", description: plain("The prediction has no model of this number.") },
  TRAINING_NOT_FOUND: { status: 404, message: "Not found", description: plain("The prediction has no such training.") },
  IMPORT_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such import.") },
  UPLOAD_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such upload; it may have arrived already.") },
  BUCKET_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such bucket, or it cannot be seen from here.") },
  FILE_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such file in the bucket.") },
  TABLE_NOT_FOUND: {
    status: 404,
    message: "No such table",
    description: (d) => `There is no table ${d["table"] ?? "of this name"} in ${d["where"] ?? "the organisation's projects"}.`,
  },
  GIVING_NOT_ALLOWED: {
    status: 409,
    message: "Not yours to give",
    description: plain("An invitation carries roles only with the permission user.update, and groups only with group.update."),
  },
  ACTIVATION_KEY_REPLACED: {
    status: 409,
    message: "Invitation replaced",
    description: (d) => `A newer invitation was sent at ${d["sent"] ?? "a later time"}. Use the link in that mail.`,
  },
  ACCOUNT_CONFIRMED: {
    status: 409,
    message: "Account confirmed already",
    description: plain("The account of this invitation is confirmed. Sign in."),
  },
  ACTIVATION_KEY_INVALID: {
    status: 404,
    message: "Activation failed",
    description: plain("The activation key is unknown, used or expired. Ask your organisation's administrator to invite you again."),
  },

  // What stands in the way
  EDIT_CONFLICT: {
    status: 409,
    message: "Changed meanwhile",
    description: (d) =>
      `${d["by"] ?? "Someone else"} changed this ${d["at"] === undefined ? "" : `at ${d["at"]}, `}after you opened it. Load it again and repeat your change.`,
  },
  INVALID_SOLUTION_DEFINITION: {
    status: 409,
    message: "Invalid solution definition",
    description: plain("The solution cannot run as it is drawn. Open the editor and fix what is listed."),
  },
  SOLUTION_SERVING: {
    status: 409,
    message: "Still serving",
    description: plain("A version of this solution is serving. Stop it first."),
  },
  VERSION_ALREADY_SERVING: { status: 409, message: "Already serving", description: plain("This version is serving already.") },
  VERSION_NOT_SERVING: { status: 409, message: "Not serving", description: plain("This version is not serving.") },
  ROLE_PROTECTED: { status: 409, message: "Protected role", description: plain("The administrator role cannot be changed or deleted.") },
  GROUP_PROTECTED: { status: 409, message: "Protected group", description: plain("The administrator group cannot be changed or deleted.") },
  GROUP_IN_USE: {
    status: 409,
    message: "Group in use",
    description: plain("A group with members, roles or solutions stays in its organisation. Empty it first."),
  },
  ROLE_BEYOND_OWN: {
    status: 409,
    message: "Beyond your own rights",
    description: plain("Nobody can give a permission that they do not hold themselves."),
  },
  USER_BEYOND_OWN: {
    status: 409,
    message: "Beyond your own rights",
    description: plain("This affects a user who holds permissions that you do not hold. Ask someone who holds them."),
  },
  LAST_ADMINISTRATOR: {
    status: 409,
    message: "Last administrator",
    description: plain("An organisation keeps at least one administrator. Make someone else an administrator first."),
  },
  USER_IS_SELF: { status: 409, message: "Your own account", description: plain("You cannot do this to your own account.") },
  USER_NOT_SYSTEM_ACCOUNT: { status: 409, message: "Not a system account", description: plain("Only a system account has keys.") },
  USER_NOT_INVITED: { status: 409, message: "Already active", description: plain("This user has accepted the invitation already.") },
  SOLUTION_KEY_TAKEN: {
    status: 409,
    message: "Key taken",
    description: plain("Another solution of the organisation has this key, or had it within the last 30 days."),
  },
  SOLUTION_WITHOUT_VERSION: { status: 409, message: "No version", description: plain("Create a version of this solution first.") },
  VERSION_ALREADY_LIVE: { status: 409, message: "Already live", description: plain("This version is the one that is released.") },
  RELEASE_NEEDS_REQUEST: {
    status: 409,
    message: "A release request is needed",
    description: plain("The release policy requires approvals or gates. Open a release request for this version."),
  },
  RELEASE_ALREADY_REQUESTED: {
    status: 409,
    message: "Already requested",
    description: plain("Another release request of this solution is open. Replace its version, or withdraw it first."),
  },
  TOO_MANY_MONITORS: {
    status: 409,
    message: "Too many",
    description: plain("An organisation has at most 500 monitors. Delete one that is no longer needed."),
  },
  LIST_NAME_TAKEN: {
    status: 409,
    message: "The name is taken",
    description: plain("Another list of this organisation has this name. Choose another."),
  },
  TOO_MANY_LISTS: {
    status: 409,
    message: "Too many",
    description: plain("An organisation has at most 200 lists. Delete one that is no longer needed."),
  },
  LIST_IN_USE: {
    status: 409,
    message: "In use",
    description: plain("Versions of solutions use this list. Delete those versions first."),
  },
  LIST_TOO_LONG: { status: 409, message: "Too long", description: plain("A list has at most 1,000,000 rows. Nothing was changed.") },
  LIST_ROWS_REJECTED: {
    status: 422,
    message: "Rejected rows",
    description: (d) =>
      `${d["rejected"] ?? "Some"} of ${d["rows"] ?? "the"} rows cannot be read, so nothing was changed. Fix them, or import the file without them.`,
  },
  LIST_UNCHANGED: { status: 409, message: "No changes", description: plain("The draft has no changes to publish.") },
  LIST_NOT_PUBLISHED: {
    status: 409,
    message: "Not published",
    description: plain("The list has no version yet. Publish its draft first."),
  },
  LIST_VERSION_TOO_EARLY: {
    status: 409,
    message: "Too early",
    description: (d) =>
      d["number"] === undefined
        ? "A version takes effect now or later, not in the past."
        : `Version ${d["number"]} takes effect at ${d["at"] ?? "a later time"}. Choose that time or a later one, or withdraw that version first.`,
  },
  LIST_VERSION_FINAL: {
    status: 409,
    message: "Cannot be withdrawn",
    description: plain("Only the newest version can be withdrawn, before it takes effect and while no version of a solution pins it."),
  },
  FIRING_ENDED: { status: 409, message: "Ended", description: plain("This firing has ended.") },
  RELEASE_REQUEST_CLOSED: { status: 409, message: "Closed", description: plain("This release request is no longer open.") },
  VERSION_REPLACED: {
    status: 409,
    message: "Another version",
    description: plain("The version of this release request was replaced. Look at the new one first."),
  },
  OWN_CHANGE: {
    status: 409,
    message: "Your own change",
    description: plain("You requested this release or created its version, so another user has to approve it."),
  },
  ALREADY_APPROVED: { status: 409, message: "Already approved", description: plain("You have approved this version already.") },
  GATES_BLOCK: {
    status: 409,
    message: "Blocked by gates",
    description: (d) => `Not every gate holds${d["gates"] === undefined ? "." : `: ${d["gates"]}.`}`,
  },
  RELEASE_NOT_APPROVED: {
    status: 409,
    message: "Not approved",
    description: (d) =>
      d["needed"] === undefined
        ? "Approvals are missing."
        : `It has ${d["approvals"]} of ${d["needed"]} approvals that the policy requires.`,
  },
  BYPASS_NOT_ALLOWED: {
    status: 409,
    message: "Bypass not allowed",
    description: plain("The release policy does not allow bypassing, or the request is no longer open."),
  },
  NOTHING_RELEASED: {
    status: 409,
    message: "Not released",
    description: plain("Release a version of this solution first: a rollout compares another one with it."),
  },
  ROLLOUT_RUNNING: {
    status: 409,
    message: "A rollout is running",
    description: plain("Another rollout of this solution is running. End it first."),
  },
  ROLLOUT_ENDED: { status: 409, message: "Ended", description: plain("This rollout has ended.") },
  OTHER_ROLLOUT_KIND: {
    status: 409,
    message: "Another kind of rollout",
    description: plain("A shadow has differences and no arms; a split and a ramp have arms and no differences."),
  },
  VERSION_IN_ROLLOUT: {
    status: 409,
    message: "In a rollout",
    description: plain("A running rollout uses this version. End the rollout first."),
  },
  RELEASE_NOT_SCHEDULED: {
    status: 409,
    message: "Not scheduled",
    description: plain("Only a release that has not begun can be cancelled."),
  },
  RELEASE_FAILED: {
    status: 409,
    message: "Not released",
    description: (d) =>
      `The runtimes cannot serve this version, so the one before stays released.${d["reason"] === undefined ? "" : ` ${d["reason"]}`}`,
  },
  SOLUTION_NOT_RELEASED: {
    status: 404,
    message: "Not found",
    description: plain("No solution of the key's organisation is released at this address."),
  },
  SOLUTION_NOT_SERVING: {
    status: 409,
    message: "Not serving",
    description: plain("The version that is released at this address is not serving. Release another one, or start serving it."),
  },
  SECRET_NAME_TAKEN: {
    status: 409,
    message: "The name is taken",
    description: plain("Another secret of this organisation has this name. Choose another."),
  },
  SECRET_VALUE_REQUIRED: {
    status: 422,
    message: "Enter the value again",
    description: plain("A secret is sent to a new host only with its value. Enter the value together with the hosts."),
  },
  SECRET_NOT_PERMITTED: {
    status: 409,
    message: "Secret not permitted",
    description: plain(
      "Using a secret in a web call needs the permission secrets.list. Remove the secret, or ask someone who has it to add it.",
    ),
  },
  EMAIL_TAKEN: {
    status: 409,
    message: "Address in use",
    description: (d) =>
      d["holder"] === undefined
        ? "The organisation has a user with this email address already."
        : `${d["holder"]} has this email address already.`,
  },
  ORGANISATION_IS_OWN: {
    status: 409,
    message: "Your own organisation",
    description: plain("You cannot delete the organisation you belong to."),
  },
  ORGANISATION_NOT_EMPTY: {
    status: 409,
    message: "Organisation in use",
    description: plain("The organisation still manages other organisations. Delete these first."),
  },
  ORGANISATION_HOLDS_DATA: {
    status: 409,
    message: "Organisation holds data",
    description: (d) => `With the organisation would go ${d["holdings"] ?? "what it holds"}. Send its name as confirm to delete all of it.`,
  },
  ORGANISATION_SERVING: {
    status: 409,
    message: "Still serving",
    description: (d) =>
      `The organisation serves decisions (${d["versions"] ?? "at least one version"}). Its people must stop serving first.`,
  },
  SERVICE_ACCOUNT_INVALID: {
    status: 400,
    message: "Invalid service account",
    description: plain("The file is not a key file of a service account that can be used here; see the list of problems."),
  },
  SERVICE_ACCOUNT_MISSING: {
    status: 409,
    message: "No service account",
    description: plain("There is no service account for this organisation yet. Choose its key file first."),
  },
  SERVICE_ACCOUNT_UNREADABLE: {
    status: 409,
    message: "Service account unreadable",
    description: plain("The stored file was encrypted with a master key that is not configured any more. Upload the file again."),
  },

  // Datasources
  FILE_UNREADABLE: { status: 422, message: "Unreadable file", description: (d) => d["sentence"] ?? "The file cannot be read as a table." },
  FILE_CHANGED: {
    status: 409,
    message: "File changed",
    description: plain("The file does not have these columns any more. Choose it again."),
  },
  DATASOURCE_NOT_READY: {
    status: 409,
    message: "Not imported",
    description: plain("The datasource has no records: its import is not finished, failed or was cancelled."),
  },
  IMPORT_ENDED: { status: 409, message: "Import ended", description: plain("This import has ended already.") },
  UPLOAD_OUT_OF_STEP: {
    status: 409,
    message: "Upload out of step",
    description: (d) => `The next piece begins at byte ${d["received"] ?? "that the upload names"}.`,
  },
  UPLOAD_NOT_USED: {
    status: 409,
    message: "Own storage",
    description: plain("The organisation keeps its files in its own buckets. Put the file there and choose it."),
  },
  WAREHOUSE_NOT_USED: {
    status: 409,
    message: "No BigQuery",
    description: plain("The organisation uses Airlock's own storage. BigQuery needs a service account: see the organisation's settings."),
  },
  TABLE_AMBIGUOUS: {
    status: 409,
    message: "Several tables",
    description: (d) =>
      `There is a table of this name in ${d["where"] ?? "more than one dataset"}. The account should see one of them only.`,
  },

  // Predictions
  PREDICTION_NOT_TRAINABLE: {
    status: 409,
    message: "Cannot be trained now",
    description: plain("It is training already, or its scheduler trains it. Wait for the end, or cancel the training."),
  },
  PREDICTION_INCOMPLETE: {
    status: 409,
    message: "Not complete",
    description: plain("The configuration lacks something that training needs; see the list of problems."),
  },
  PREDICTION_NOT_TRAINING: { status: 409, message: "Not training", description: plain("No training is under way.") },
  PREDICTION_NOT_TRAINED: {
    status: 409,
    message: "Not trained",
    description: plain("Only a trained prediction can be deployed. Train it first."),
  },
  SCHEDULER_NOT_STOPPED: {
    status: 409,
    message: "Cannot be started now",
    description: plain("Only an analytics prediction has a scheduler, and it can be started when it is stopped."),
  },
  SCHEDULER_NOT_RUNNING: { status: 409, message: "Not running", description: plain("The scheduler is not running.") },
  PREDICTION_WITHOUT_SCHEDULER: {
    status: 409,
    message: "No scheduler",
    description: plain("Only an analytics prediction has a scheduler and its runs."),
  },
  PREDICTION_TYPE_FIXED: {
    status: 409,
    message: "Type is fixed",
    description: plain(
      "The type cannot be changed any more, because the prediction was trained or its scheduler runs. Create another one.",
    ),
  },
  PREDICTION_IN_USE: {
    status: 409,
    message: "Prediction in use",
    description: (d) => `Versions decide with its models (${d["versions"] ?? "at least one"}). Delete these first.`,
  },
  MODEL_NOT_DEPLOYED: {
    status: 409,
    message: "No model deployed",
    description: (d) =>
      `The solution uses ${d["prediction"] ?? "a prediction"}, which has no deployed model. Deploy one, or choose a model in the node.`,
  },

  // Experiments
  EXPERIMENT_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such experiment.") },
  EXPERIMENT_RESULT_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such result.") },
  EXPERIMENT_RECORD_NOT_FOUND: { status: 404, message: "Not found", description: plain("The result has no such record.") },
  EXPERIMENT_INCOMPLETE: {
    status: 409,
    message: "Not complete",
    description: (d) => `Choose a ${d["missing"] ?? "solution and a datasource"} first.`,
  },
  EXPERIMENT_SOLUTION_INVALID: {
    status: 409,
    message: "Invalid solution definition",
    description: plain("The solution definition is not valid. Only valid solutions can be used for experiments."),
  },
  EXPERIMENT_MAPPING_INVALID: {
    status: 409,
    message: "Invalid field mapping",
    description: plain("Some fields are not mapped to what they take; see the list of problems."),
  },
  EXPERIMENT_NOT_RUNNABLE: {
    status: 409,
    message: "Cannot be run",
    description: (d) => d["reason"] ?? "This solution cannot be run over a datasource.",
  },
  EXPERIMENT_RESULT_ENDED: { status: 409, message: "Ended", description: plain("This run has ended already.") },
  EXPERIMENT_RESULT_NOT_DONE: {
    status: 409,
    message: "No records",
    description: plain("The run is not finished, failed or was cancelled, so there are no records to look into."),
  },
  TOO_MANY_EXPERIMENTS: {
    status: 409,
    message: "Too many runs",
    description: plain("Your organisation has as many runs under way as it may. Wait until one has ended, or cancel one."),
  },

  // What a runtime says to a caller
  KEY_INVALID: { status: 401, message: "Key refused", description: plain("Send a valid key of a system account as a bearer token.") },
  INPUT_INVALID: {
    status: 400,
    message: "Invalid input",
    description: plain("The field values do not fit this version; see the list of problems."),
  },
  EXECUTION_TOO_LARGE: {
    status: 422,
    message: "Execution too large",
    description: (d) =>
      `The execution takes ${d["size"] ?? "more"} bytes; at most ${d["limit"] ?? "a megabyte"} can be recorded. Nothing was recorded. Send shorter texts, or copy fewer of them in the solution.`,
  },
  EXECUTION_NOT_LOGGED: {
    status: 503,
    message: "Not recorded",
    description: plain("The decision could not be recorded durably, so it is not given. Try again soon."),
  },
  EXECUTION_UNCONFIRMED: {
    status: 500,
    message: "Not confirmed",
    description: plain(
      "The decision may have been recorded, but that was not confirmed, so it is not given. Ask again, with an Idempotency-Key where a decision must not be recorded twice.",
    ),
  },
  EXECUTION_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such execution.") },
  COMPARISON_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such comparison.") },
  COMPARED_RECORD_NOT_FOUND: { status: 404, message: "Not found", description: plain("This comparison has no such record that differs.") },
  COMPARISON_WITHOUT_VERSION: {
    status: 409,
    message: "Nothing to compare over",
    description: plain("Drafts have no executions. Compare with a version, whose executions are then run again, or over a datasource."),
  },
  TOO_MANY_COMPARISONS: {
    status: 409,
    message: "Too many comparisons",
    description: plain("Ten comparisons of your organisation wait or run. Cancel one, or wait until one has ended."),
  },
  EXPORT_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such export, or its file was removed.") },
  EXPORT_NOT_DONE: { status: 409, message: "Not ready", description: plain("The file of this export is not there.") },
  TOO_MANY_EXPORTS: {
    status: 409,
    message: "Too many exports",
    description: plain("Your organisation has as many exports under way as it may. Wait until one has ended, or cancel one."),
  },
  ERASURE_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such erasure.") },
  ERASURE_BEGUN: {
    status: 409,
    message: "Cannot be cancelled",
    description: plain("The erasure has begun or was cancelled already. One that has begun cannot be undone."),
  },
  ERASURE_FIELD_UNKNOWN: {
    status: 409,
    message: "No such field",
    description: plain("No version has an application field of this name, so nothing can be found by it."),
  },
  EXECUTIONS_UNAVAILABLE: {
    status: 503,
    message: "Unavailable",
    description: plain("Past executions cannot be read at the moment. Decisions go on. Try again soon."),
  },
  REQUESTS_UNAVAILABLE: {
    status: 503,
    message: "Unavailable",
    description: plain("Refused requests cannot be read at the moment. Decisions go on. Try again soon."),
  },
  BATCH_TOO_LARGE: {
    status: 413,
    message: "Too many inputs",
    description: (d) => `One call takes at most ${d["most"] ?? "1,000"} inputs. Send them in several calls.`,
  },
  IDEMPOTENCY_KEY_INVALID: {
    status: 400,
    message: "Unusable Idempotency-Key",
    description: plain("An Idempotency-Key has 1 to 255 printable characters."),
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    message: "Idempotency-Key used before",
    description: plain("This Idempotency-Key was sent with another question in the last 24 hours. Use a new one for each question."),
  },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    message: "Being decided",
    description: plain("The first call with this Idempotency-Key is not answered yet. Ask again soon for its answer."),
  },
  IDEMPOTENCY_ANSWER_TOO_LARGE: {
    status: 413,
    message: "Too large to keep",
    description: (d) =>
      `The response and the log of a call with an Idempotency-Key may have ${d["limit"] ?? "3,000,000"} bytes together. Send fewer inputs per call.`,
  },
  IDEMPOTENCY_QUOTA_EXCEEDED: {
    status: 429,
    message: "Quota exceeded",
    description: (d) =>
      `This organisation has kept as many bytes of responses as it may in 24 hours. Call without an Idempotency-Key, or again in ${d["seconds"] ?? "a few"} seconds.`,
  },
  IDEMPOTENCY_UNAVAILABLE: {
    status: 503,
    message: "Unavailable",
    description: plain("Answers cannot be kept at the moment, so a call with an Idempotency-Key is not taken. Try again soon."),
  },
  QUOTA_EXCEEDED: {
    status: 429,
    message: "Quota exceeded",
    description: (d) => `The organisation or the key has used its decisions per second. Try again in ${d["seconds"] ?? "a few"} seconds.`,
  },
  ORGANISATION_BUSY: {
    status: 429,
    message: "Too many decisions at once",
    description: plain("This organisation has more decisions under way than its share. Try again soon."),
  },
  OVERLOADED: { status: 503, message: "Overloaded", description: plain("The service has more to do than it can. Try again soon.") },

  // Parts that may be away
  DATABASE_UNAVAILABLE: { status: 503, message: "Unavailable", description: plain("The database does not answer. Try again soon.") },
  DEPLOYMENTS_UNAVAILABLE: {
    status: 503,
    message: "Unavailable",
    description: plain("The change is stored, but the runtimes cannot be reached yet; it will be sent as soon as they can."),
  },
  DEPLOYMENT_NOT_CONFIRMED: {
    status: 503,
    message: "Not confirmed",
    description: (d) =>
      `Not every runtime has confirmed the change yet (${d["runtimes"] ?? "none runs"}). It stays ordered and is carried out when they can.`,
  },
  STORAGE_UNAVAILABLE: {
    status: 503,
    message: "Files unavailable",
    description: (d) => d["sentence"] ?? "The bucket server does not answer. Try again soon.",
  },
  WAREHOUSE_UNAVAILABLE: {
    status: 503,
    message: "BigQuery unavailable",
    description: (d) => d["sentence"] ?? "BigQuery does not answer. Try again soon.",
  },
  RECORDS_UNAVAILABLE: {
    status: 503,
    message: "Unavailable",
    description: plain("The records cannot be read at the moment. Try again soon."),
  },
  STATISTICS_UNAVAILABLE: { status: 503, message: "Unavailable", description: plain("The statistics do not answer. Try again soon.") },
} as const satisfies Record<string, ProblemEntry>;

export type ProblemCode = keyof typeof problemCatalogue;

/** What any call of the api may answer, whatever it does. */
export const commonProblems: readonly ProblemCode[] = [
  "INVALID_REQUEST",
  "BODY_NOT_JSON",
  "BODY_TOO_LARGE",
  "HEADERS_TOO_LARGE",
  "MEDIA_TYPE_UNSUPPORTED",
  "RATE_LIMITED",
  "INTERNAL",
  "DATABASE_UNAVAILABLE",
];

/** What any call that needs a token may answer besides. */
export const tokenProblems: readonly ProblemCode[] = ["TOKEN_MISSING", "TOKEN_INVALID", "IDENTITY_PROVIDER_UNAVAILABLE"];

/** What any call of a signed-in user may answer besides. */
export const userProblems: readonly ProblemCode[] = [
  "USER_NOT_ACTIVE",
  "PERMISSION_MISSING",
  "TOO_MUCH_AT_ONCE",
  "OVERLOADED",
  "WORK_TOO_LONG",
];

export const fieldProblem = z.object({
  /** Where it is: a path into the body (`solutionDefinition.nodes.3`), a query name, a node id. */
  field: z.string(),
  code: z.string(),
  message: z.string(),
});
export type FieldProblem = z.infer<typeof fieldProblem>;

export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  message: z.string(),
  description: z.string(),
  correlationId: z.string(),
  problems: z.array(fieldProblem).optional(),
});
export type ProblemBody = z.infer<typeof problemSchema>;

/** A refusal inside the domain: a value, not an exception. Only routes turn it into HTTP. */
export interface Problem {
  readonly code: ProblemCode;
  readonly details?: Details;
  readonly problems?: readonly FieldProblem[];
}

export function problemStatus(code: ProblemCode): number {
  return problemCatalogue[code].status;
}

export function problemBody(problem: Problem, correlationId: string): ProblemBody {
  const entry: ProblemEntry = problemCatalogue[problem.code];
  return {
    type: `urn:airlock:problem:${problem.code}`,
    title: entry.message,
    status: entry.status,
    code: problem.code,
    message: entry.message,
    description: entry.description(problem.details ?? {}),
    correlationId,
    ...(problem.problems === undefined ? {} : { problems: [...problem.problems] }),
  };
}

import type { FieldProblem } from "@airlock/contract";
import { formRules, type FormAction } from "@airlock/contract/form-rules";
import { useState } from "react";
import { asProblem } from "../../api/api-problem.ts";
import type { CallBody } from "../../api/calls.ts";
import { tellRefusal } from "../../api/tell-problem.ts";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { brokenRules, type BrokenRule } from "./broken-rules.ts";
import { useSubmission } from "./use-submission.ts";

type FieldOf<Values> = keyof Values & string;

type TextFieldOf<Values> = { [Field in FieldOf<Values>]: Values[Field] extends string ? Field : never }[FieldOf<Values>];

/** What a field shows when its value is not accepted. A function chooses it by the rule. */
type Words = string | ((broken: BrokenRule) => string);

interface FormOptions<Values, Body> {
  /** Named as in the body, so that the rules and the problems of the API find their fields. */
  readonly initial: Values;
  readonly body: (values: Values) => Body;
  /** A field without words only keeps the form from being submitted. */
  readonly words?: { readonly [Field in FieldOf<Values>]?: Words };
  /** What a field shows when the API refused it, and has no single text in `words`. */
  readonly problemText?: (problem: FieldProblem & { readonly field: FieldOf<Values> }) => string;
  /** The field that a problem of the API is about, by code, with words instead of the API's. */
  readonly refusals?: Readonly<Record<string, { readonly field: FieldOf<Values>; readonly message?: string }>>;
  /** False when it was not saved and this was shown already. A refusal that it throws is shown at its field or in the form, a failure as a message. */
  readonly send: (body: Body) => Promise<unknown>;
  readonly onSaved?: () => void;
  /** What the rules do not know. */
  readonly isReady?: boolean;
  /** The button is always enabled, and fields are marked once it was pressed; otherwise they are marked while they are typed. */
  readonly checksOnSubmit?: boolean;
}

interface Refusal {
  readonly field: string;
  /** The value that was refused: another one may be accepted. */
  readonly value: unknown;
  readonly message: string;
}

/** For `onError` of an action that a form sends: the form shows the failure. */
export const leftToForm = (): void => undefined;

/** The API's words continue the name of the field, so that they are no sentence without it. */
const refusedText = ({ message }: FieldProblem): string => `Not accepted: ${message}`;

/** The values of a form, checked with the schema of the action that takes its body. */
export function useForm<Name extends FormAction, Values extends object, Body extends CallBody<Name>>(
  action: Name,
  options: FormOptions<Values, Body>,
) {
  const { initial, words = {}, refusals = {}, problemText = refusedText, isReady = true, checksOnSubmit = false } = options;
  const messages = useMessages();
  const [values, setValues] = useState(initial);
  const [refused, setRefused] = useState<readonly Refusal[]>([]);
  /** Why the API refused these values, where no field says it. */
  const [formRefusal, setFormRefusal] = useState<{ readonly values: Values; readonly text: string }>();
  const [isTried, setTried] = useState(false);
  const rules = formRules[action];
  const body = options.body(values);
  // The body of an action is JSON with fields.
  const broken = brokenRules(rules, body as object);
  const open = refused.filter(({ field, value }) => Reflect.get(values, field) === value);
  const isValid = broken.size === 0 && open.length === 0 && isReady;

  const set = (change: Partial<Values>) => setValues((before) => ({ ...before, ...change }));
  const wordsFor = (field: string): Words | undefined => Reflect.get(words, field) as Words | undefined;
  /** Why the value of a field is not accepted, also where it is empty. */
  const whyNot = (field: FieldOf<Values>): string | undefined => {
    const rule = broken.get(field);
    if (rule === undefined) return open.find((one) => one.field === field)?.message;
    const found = wordsFor(field);
    return typeof found === "function" ? found(rule) : found;
  };
  const refuse = (error: unknown) => {
    const { code, description, problems } = asProblem(error);
    const known = refusals[code];
    if (known !== undefined) {
      setRefused([{ field: known.field, value: values[known.field], message: known.message ?? description }]);
      return;
    }
    const found = problems.flatMap((problem): readonly Refusal[] => {
      const [field = ""] = problem.field.split(".");
      const own = wordsFor(field);
      return field in values
        ? [
            {
              field,
              value: Reflect.get(values, field),
              message: typeof own === "string" ? own : problemText({ ...problem, field: field as FieldOf<Values> }),
            },
          ]
        : [];
    });
    setRefused(found);
    const others = problems.filter((problem) => !((problem.field.split(".")[0] ?? "") in values));
    if (others.length === 0 && found.length > 0) return;
    const show = (text: string) => setFormRefusal({ values, text });
    if (others.length > 0) show(others.map(({ field, message }) => (field === "" ? message : `${field}: ${message}`)).join("\n"));
    else tellRefusal(messages, error, show);
  };
  const submission = useSubmission(refuse);
  const { isSending } = submission;
  const submit = async (onSaved = options.onSaved) => {
    setTried(true);
    if (!isValid) return;
    await submission.submit(async () => {
      setFormRefusal(undefined);
      if ((await options.send(body)) !== false) onSaved?.();
    });
  };
  /** For a field of text. An empty one is not wrong yet: the button waits for it. `helperText` is shown while it is accepted. */
  const field = (name: TextFieldOf<Values>, helperText?: string) => {
    const value = String(values[name]);
    const isShown = (checksOnSubmit ? isTried : value.trim() !== "") || open.some((one) => one.field === name);
    const why = isShown ? whyNot(name) : undefined;
    return {
      value,
      onChange: (text: string) => set({ [name]: text } as Partial<Values>),
      error: why !== undefined,
      helperText: why ?? helperText,
    };
  };
  const problem = formRefusal?.values === values ? formRefusal.text : undefined;
  return {
    values,
    set,
    /** Why the API refused the form, for a form outside of a dialog. */
    problem,
    isSending,
    /** Saves as the dialog's button does, with something else to do afterwards. */
    submit: (onSaved: () => void) => void submit(onSaved),
    whyNot,
    field,
    /** As `field`, for one line: no more than the rules allow can be typed. */
    line: (name: TextFieldOf<Values>, helperText?: string) => ({
      ...field(name, helperText),
      maxLength: rules.properties[name]?.maxLength ?? 2000,
    }),
    /** For a form dialog. */
    dialog: { onSubmit: () => void submit(), canSubmit: checksOnSubmit ? !isSending : isValid && !isSending, problem },
  };
}

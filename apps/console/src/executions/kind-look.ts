import type { IconName } from "../look/icon.tsx";

interface KindLook {
  readonly icon: IconName;
  readonly title: string;
  /** The node colour's name in the tokens. */
  readonly token: string;
}

const looks: Readonly<Record<string, KindLook>> = {
  Start: { icon: "kind-start", title: "Start", token: "start" },
  EasyRule: { icon: "kind-easy-rule", title: "Easy Rule", token: "easy-rule" },
  Calculation: { icon: "kind-calculation", title: "Calculation", token: "calculation" },
  SetState: { icon: "kind-set-state", title: "Set State", token: "set-state" },
  RangeScore: { icon: "kind-range-score", title: "Range Score", token: "range-score" },
  ListScore: { icon: "kind-list-score", title: "List Score", token: "list-score" },
  WebCall: { icon: "kind-web-call", title: "Web call", token: "web-call" },
  Prediction: { icon: "kind-prediction", title: "Prediction", token: "prediction" },
  End: { icon: "kind-end", title: "End", token: "end" },
};

/** A kind of a later release is shown by its name. */
export function kindLook(kind: string): KindLook {
  return looks[kind] ?? { icon: "solutions", title: kind, token: "set-state" };
}

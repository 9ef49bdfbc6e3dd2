import type { Rate, RolloutFields, RolloutResultFields, ShadowResultFields } from "@airlock/contract";

const day = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * day).toISOString();

/** A rate with a visibly wide interval. */
function rate(count: number, of: number): Rate {
  const value = count / of;
  const half = 1.96 * Math.sqrt((value * (1 - value)) / of);
  return { count, of, value, low: Math.max(0, value - half), high: Math.min(1, value + half) };
}

function arm(
  name: "champion" | "challenger",
  version: { readonly id: string; readonly name: string },
  counts: readonly [number, number, number],
  known: Rate,
) {
  const executions = counts[0] + counts[1] + counts[2];
  return {
    arm: name,
    versionWss: version.id,
    versionName: version.name,
    executions,
    failed: rate(Math.round(executions * 0.0004), executions),
    p99Millis: name === "champion" ? 37.4 : 41.2,
    outcomes: (["Approve", "Refer", "Decline"] as const).map((outcome, at) => ({ outcome, rate: rate(counts[at] ?? 0, executions) })),
    knownOutcome: known,
  };
}

/** Three weeks of a split whose challenger approves more, with repayments from a datasource. */
export function splitResults({
  solutionWss,
  versionWss,
  versionName,
  liveVersionWss,
  liveVersionName,
}: RolloutFields): RolloutResultFields {
  const champion = rate(770, 27_048);
  const challenger = rate(172, 6_918);
  const difference = (measure: "knownOutcome" | "outcome" | "failed", outcome: string, values: readonly number[]) => {
    const [by = 0, low = 0, high = 0, p = 1] = values;
    return { measure, outcome, difference: by, low, high, p, isSignificant: p < 0.05 };
  };
  const days = 22;
  return {
    solutionWss,
    arms: [
      arm("champion", { id: liveVersionWss, name: liveVersionName }, [92_016, 12_407, 24_813], champion),
      arm("challenger", { id: versionWss, name: versionName }, [23_553, 2_613, 6_098], challenger),
    ],
    differences: [
      difference("knownOutcome", "Default rate", [-0.0036, -0.0078, 0.0006, 0.09]),
      difference("failed", "", [0.0001, -0.0002, 0.0004, 0.51]),
      difference("outcome", "Approve", [0.018, 0.013, 0.023, 0.0002]),
      difference("outcome", "Refer", [-0.015, -0.018, -0.012, 0.0001]),
      difference("outcome", "Decline", [-0.003, -0.008, 0.002, 0.24]),
    ],
    needed: 45_400,
    daysToGo: 8.6,
    primary: "Default rate",
    points: Array.from({ length: days }, (_, at) => {
      const part = (at + 1) / days;
      // The first days vary most.
      const sway = Math.sin(at * 1.7) / (at + 3);
      const some = ({ of, value }: Rate, by: number) => rate(Math.max(1, Math.round(of * part * value * (1 + by))), Math.round(of * part));
      return { date: ago(days - at), champion: some(champion, sway * 0.3), challenger: some(challenger, sway * -0.7) };
    }),
  };
}

/** Four days of a shadow; the executions are those of the product, so that links work. */
export function shadowResults(solutionWss: string, executions: readonly string[]): ShadowResultFields {
  const moves = [
    { from: "Refer", to: "Approve", count: 31 },
    { from: "Decline", to: "Refer", count: 12 },
    { from: "Approve", to: "Refer", count: 8 },
    { from: "Approve", to: "Failed", count: 3 },
  ];
  return {
    solutionWss,
    compared: 6_735,
    same: 6_681,
    changed: 54,
    failed: 3,
    notComparable: 27,
    dropped: 4,
    moves,
    differences: Array.from({ length: 12 }, (_, at) => {
      const { from, to } = moves[(at * at) % 4] ?? { from: "Refer", to: "Approve" };
      const executionWss = executions[at % Math.max(1, executions.length)] ?? "01J00000000000000000000000";
      return {
        executionWss: `${executionWss}${at}`,
        date: ago(at / 9),
        from,
        to,
        status: to === "Failed" ? ("failed" as const) : ("completed" as const),
      };
    }),
  };
}

const guardStates: RolloutFields["guardStates"] = [
  { measure: "failedShare", state: "holds", value: 0.05, decisions: 32_264 },
  { measure: "p99Millis", state: "holds", value: 41.2, decisions: 32_264 },
  { measure: "outcomeMix", state: "holds", value: 1.9, decisions: 32_264 },
  { measure: "volume", state: "holds", value: 0.8, decisions: 32_264 },
  { measure: "drift", state: "holds", value: 0.01, decisions: 32_264 },
];

/** A rollout weeks after its start. */
export const lookOf: Readonly<Record<"split" | "ramp" | "rolledBack", Partial<RolloutFields>>> = {
  split: { guardStates, createdDate: ago(22), beganDate: ago(22) },
  ramp: {
    guardStates: guardStates.map((state) =>
      state.measure === "drift" ? { ...state, state: "tooFew", value: null, decisions: 158 } : state,
    ),
    share: 10,
    step: 1,
    createdDate: ago(1),
    beganDate: ago(1),
    stepDate: ago(0.15),
    nextStepDate: ago(-0.2),
  },
  rolledBack: {
    status: "rolledBack",
    guardStates: guardStates.map((state) => (state.measure === "failedShare" ? { ...state, state: "broken", value: 8.3 } : state)),
    message: "Failed share 8.3%, at most 3.5%. 214 of 2,578 decisions of 2.0 failed.",
    createdDate: ago(3),
    beganDate: ago(3),
    endedDate: ago(0.1),
  },
};

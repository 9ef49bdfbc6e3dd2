import { useTitle } from "../../ui/use-title.ts";
import { AirlockGate, AirlockStage } from "./airlock-stage.tsx";

/** Shown until the session state is known, and while the account of a new user is activated. */
export function OpeningPage({ activating = false }: { readonly activating?: boolean }) {
  useTitle("Airlock");
  return (
    <AirlockStage>
      <main className="stage-opening">
        <AirlockGate />
        <output>
          <h1>{activating ? "Making your account ready ..." : "Opening the airlocks..."}</h1>
        </output>
        <div className="stage-progress" aria-hidden="true" />
      </main>
    </AirlockStage>
  );
}

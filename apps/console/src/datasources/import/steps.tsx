import { Icon } from "../../ui/icons/icon.tsx";

/** The current one of a few steps. */
export function Steps({ at, titles }: { readonly at: number; readonly titles: readonly string[] }) {
  return (
    <ol className="ds-steps" aria-label="Steps">
      {titles.map((title, index) => {
        const step = index + 1;
        const state = step < at ? "is-done" : step === at ? "is-now" : "";
        return (
          <li key={title} className={state} aria-current={step === at ? "step" : undefined}>
            <span className="ds-step">{step < at ? <Icon name="check" size={12} /> : step}</span>
            {title}
            {step < at && <span className="sr"> (done)</span>}
          </li>
        );
      })}
    </ol>
  );
}

import type { ReactNode } from "react";

interface ScrollsProps {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** Content that may be larger than its container: scrolls by itself, also by keyboard. */
export function Scrolls({ label, className, children }: ScrollsProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard.
    <section className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

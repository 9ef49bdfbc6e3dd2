import type { ReactNode, Ref } from "react";
import { Scrolls } from "./scrolls.tsx";

interface Head {
  readonly text: string;
  readonly isNumber?: boolean;
  /** Only for screen readers: the column needs no title to be understood. */
  readonly isHidden?: boolean;
  readonly className?: string;
  readonly title?: string;
}

interface ScrollTableProps {
  /** The accessible name. */
  readonly label: string;
  /** Classes of the part that scrolls. */
  readonly className: string;
  /** Classes of the table besides `data-table`. */
  readonly tableClass: string;
  readonly heads: readonly (string | Head)[];
  /** The rows are cards on a narrow screen, where only screen readers need the head. */
  readonly isCardsWhenNarrow?: boolean;
  readonly bodyRef?: Ref<HTMLTableSectionElement>;
  /** The rows. */
  readonly children: ReactNode;
}

/** A table of values that scrolls by itself where it is larger than its place. */
export function ScrollTable({ label, className, tableClass, heads, isCardsWhenNarrow = false, bodyRef, children }: ScrollTableProps) {
  return (
    <Scrolls className={className} label={label}>
      <table className={`data-table ${tableClass}`} aria-label={label}>
        <thead className={isCardsWhenNarrow ? "sr-when-narrow" : undefined}>
          <tr>
            {heads.map((head, at) => (
              <HeadCell
                key={`${at} ${typeof head === "string" ? head : head.text}`}
                {...(typeof head === "string" ? { text: head } : head)}
              />
            ))}
          </tr>
        </thead>
        <tbody ref={bodyRef}>{children}</tbody>
      </table>
    </Scrolls>
  );
}

function HeadCell({ text, isNumber = false, isHidden = false, className, title }: Head) {
  return (
    <th scope="col" className={isNumber ? "num" : className} title={title}>
      {isHidden ? <span className="sr">{text}</span> : text}
    </th>
  );
}

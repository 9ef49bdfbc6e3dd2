import { Icon } from "./icons/icon.tsx";

interface FilterFieldProps {
  /** Its name, and what it shows while it is empty. */
  readonly label: string;
  readonly value: string;
  readonly className?: string;
  readonly onChange: (value: string) => void;
}

/** Narrows a list that is already on the screen. */
export function FilterField({ label, value, className = "", onChange }: FilterFieldProps) {
  return (
    <div className={`filter-field ${className}`}>
      <Icon name="search" size={16} />
      <input type="search" aria-label={label} placeholder={label} value={value} onChange={(event) => onChange(event.target.value)} />
    </div>
  );
}

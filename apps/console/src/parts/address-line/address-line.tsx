import { CopyIconButton } from "../../ui/copy-icon-button.tsx";
import "./address-line.css";

interface AddressLineProps {
  readonly address: string;
  /** Left out, the whole address. */
  readonly shown?: string;
}

/** The method and address of a call, to copy. */
export function AddressLine({ address, shown = address }: AddressLineProps) {
  return (
    <div className="api-address">
      <span className="chip code success">POST</span>
      <span className="api-url clip" title={address}>
        {shown}
      </span>
      <CopyIconButton noun="Address" text={address} />
    </div>
  );
}

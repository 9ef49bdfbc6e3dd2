import { CopyIconButton } from "../../ui/copy-icon-button.tsx";
import "./address-line.css";

/** The method and address of a call, to copy. */
export function AddressLine({ address }: { readonly address: string }) {
  return (
    <div className="api-address">
      <span className="chip code success">POST</span>
      <span className="api-url clip" title={address}>
        {address}
      </span>
      <CopyIconButton what="Address" text={address} />
    </div>
  );
}

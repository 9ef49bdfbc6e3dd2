import { Component } from "react";
import type { ErrorInfo, ReactNode } from "react";
import { FaultPanel } from "./fault-panel.tsx";
import { report } from "./report.ts";

interface Props {
  readonly children: ReactNode;
  /** A change of this starts over: another page, another widget. */
  readonly resetKey?: string;
}

interface Standing {
  readonly failed: boolean;
  readonly error: unknown;
  readonly key: string | undefined;
}

/** Around each part that can fail alone. */
export class FaultBoundary extends Component<Props, Standing> {
  override state: Standing = { failed: false, error: undefined, key: undefined };

  static getDerivedStateFromError(error: unknown): Partial<Standing> {
    return { failed: true, error };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: Standing): Partial<Standing> | null {
    return state.key === resetKey ? null : { key: resetKey, failed: false };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    report("A part of the page failed.", error, info.componentStack);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return <FaultPanel error={this.state.error} onRetry={() => this.setState({ failed: false })} />;
  }
}

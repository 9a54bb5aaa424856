import { Component, type ReactNode } from 'react'
import { ErrorState } from '../shared/feedback/ErrorState.tsx'

/** Shows a fault in a page's own code in words, with a way on; the frame around it stays. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children
    return <ErrorState level={1} error={this.state.error} retry={() => location.reload()} />
  }
}

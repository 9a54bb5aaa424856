import { act } from '@testing-library/react'
import type { ConnectionState } from '@vigilux/client/connection.ts'
import type { Realtime } from '../shared/realtime/realtime.ts'

/**
 * A realtime channel whose state the test sets: `isNow` notifies subscribers. Render subscribers within its context.
 */
export function createTestLine() {
  const listeners = new Set<() => void>()
  const liveConnection = {
    state: 'connected' as ConnectionState,
    attempt: 1,
    attempts: 3,
    socketId: undefined,
    lastMessageAt: undefined,
  }
  const realtime = {
    live: liveConnection,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tryNow: () => undefined,
    onMessage: () => () => undefined,
  } as unknown as Realtime
  return {
    isNow: (state: ConnectionState) =>
      act(() => {
        liveConnection.state = state
        for (const listener of listeners) listener()
      }),
    realtime,
  }
}

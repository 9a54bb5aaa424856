import { vi } from 'vitest'

/** Gives the page a realtime channel which never opens. */
export const stubSilentSocket = (): void =>
  void vi.stubGlobal(
    'WebSocket',
    class {
      close() {}
    },
  )

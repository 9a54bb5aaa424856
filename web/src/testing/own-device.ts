import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { vi } from 'vitest'

/**
 * A device that keeps things, and the modules that keep them there, loaded anew: what was there before is another device's. `keys` are
 * what the server gives its accounts.
 */
export async function ownDevice() {
  vi.resetModules()
  vi.stubGlobal('indexedDB', new IDBFactory())
  return {
    vault: await import('../shared/offline/vault.ts'),
    reads: await import('../shared/offline/kept-reads.ts'),
    outbox: await import('../features/outbox/outbox.ts'),
    sending: await import('../features/outbox/send-entries.ts'),
  }
}

/** The key of an account, as the server gives it. */
export const keyOf = (userid: string): string => Buffer.alloc(32, userid).toString('base64url')

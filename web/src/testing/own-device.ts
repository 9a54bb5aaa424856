import 'fake-indexeddb/auto'
import * as outbox from '../features/outbox/outbox.ts'
import * as sending from '../features/outbox/send-entries.ts'
import * as reads from '../shared/offline/kept-reads.ts'
import { forgetKept } from '../shared/offline/kept-since.ts'
import * as vault from '../shared/offline/vault.ts'

/** A device on which nobody has worked yet, and what keeps things there. */
export async function ownDevice() {
  outbox.clearOutbox()
  forgetKept()
  const database = await vault.openVault()
  for (const store of ['key', 'read', 'entry'] as const) await database?.clear(store)
  return { vault, reads, outbox, sending }
}

/** The key of an account, as the server gives it. */
export const keyOf = (userid: string): string => Buffer.alloc(32, userid).toString('base64url')

import 'fake-indexeddb/auto'
import * as outbox from '../features/outbox/outbox.ts'
import * as sending from '../features/outbox/send-entries.ts'
import * as vault from '../shared/offline/device-store.ts'
import { clearReadAges } from '../shared/offline/read-age.ts'
import * as reads from '../shared/offline/saved-reads.ts'

/** A new device with its stores. */
export async function createTestDevice() {
  outbox.clearOutbox()
  clearReadAges()
  const database = await vault.openDeviceStore()
  for (const store of ['key', 'read', 'entry'] as const) await database?.clear(store)
  return { vault, reads, outbox, sending }
}

/** The key of an account, as the server returns it. */
export const keyOf = (userid: string): string => Buffer.alloc(32, userid).toString('base64url')

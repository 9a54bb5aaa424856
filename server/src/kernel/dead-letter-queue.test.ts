import { unitTypes } from '@vigilux/device-plane/registry.ts'
import { expect, it, vi } from 'vitest'
import { quietLog } from '../testing/quiet-log.ts'
import { createDeviceInbox, type InboxParts, type UnitDeadLetter } from './device-inbox.ts'

const unitOf = (n: number): string => `logica_${n.toString(16).toUpperCase().padStart(6, '0')}`

/** An inbox with slow transactions, and a scripted dead letter store. */
const openInbox = (saveDeadLetter: InboxParts['saveDeadLetter']) => {
  const counts = { underWay: 0, atOnce: 0, transactions: 0, kept: 0 }
  const inTransaction: InboxParts['inTransaction'] = async (work) => {
    counts.transactions++
    counts.underWay++
    counts.atOnce = Math.max(counts.atOnce, counts.underWay)
    await new Promise((resolve) => setImmediate(resolve))
    return work({} as never).finally(() => counts.underWay--)
  }
  const inbox = createDeviceInbox({
    listeners: [],
    saveDeadLetter: saveDeadLetter,
    markProtocolFaults: async () => undefined,
    inTransaction,
    log: quietLog(),
    publish: async () => undefined,
    isRevoked: () => false,
    isTimely: () => true,
    register: { find: vi.fn(), markUnknownUnits: vi.fn() },
    ports: { clock: { now: () => new Date() }, devices: { types: unitTypes } } as InboxParts['ports'],
    counters: {
      received: () => undefined,
      dropped: () => undefined,
      persisted: () => undefined,
      acknowledged: () => undefined,
      ingested: () => undefined,
      deadLetterSaved: () => void counts.kept++,
    },
  })
  const sendMalformed = (unit: string) => inbox.accept(`v1/${unit}/up/state`, Buffer.from('rubbish'))
  return { counts, sendMalformed }
}

it('dead letters use one transaction at a time for any number of units', async () => {
  const { counts, sendMalformed } = openInbox(async () => true)
  await Promise.all(Array.from({ length: 200 }, (_, n) => sendMalformed(unitOf(n))))
  expect(counts).toMatchObject({ atOnce: 1, kept: 200 })
  // Two transactions per ten letters: one stores them, one judges their units.
  expect(counts.transactions).toBeLessThan(60)
})

it('a dead letter that cannot be saved does not affect others', async () => {
  const saveLetter = async ({ unit }: UnitDeadLetter) => {
    if (unit === unitOf(7)) throw new Error('of no size that a table takes')
    return true
  }
  const { counts, sendMalformed } = openInbox(saveLetter)
  await Promise.all(Array.from({ length: 20 }, (_, n) => sendMalformed(unitOf(n))))
  expect(counts).toMatchObject({ atOnce: 1, kept: 19 })
})

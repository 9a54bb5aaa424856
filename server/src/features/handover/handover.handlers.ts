import { randomUUID } from 'node:crypto'
import type { handoverActions } from '@vigilux/contract/features/handover/handover.actions.ts'
import { missingOf, sideOf } from '@vigilux/contract/features/handover/handover.rules.ts'
import { type HandoverDraft, handoverLimits, handoverSides } from '@vigilux/contract/features/handover/handover.ts'
import { about, changed } from '../../kernel/audit-notes.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { dayIn } from '../../kernel/zoned.ts'
import { findPlant } from '../plants/index.ts'
import {
  deleteHandover,
  findHandover,
  findOpen,
  type HandoverRow,
  insertHandover,
  listHandovers,
  listSignatures,
  readDraft,
  saveDraftOver,
  thawHandover,
} from './handover.store.ts'
import { signFor } from './sign-handover.ts'
import { readWhole, toHandover, toLine } from './view-handover.ts'

const found = async (tx: Tx, plantId: string, id: string): Promise<HandoverRow> =>
  (await findHandover(tx, plantId, id)) ?? fail('HANDOVER_NOT_FOUND')

const aboutHandover = (tx: Tx, { id, no }: Pick<HandoverRow, 'id' | 'no'>): void =>
  about(tx, { kind: 'handover', id, name: String(no) })

const refuseFuture = async (tx: Tx, plantId: string, { measurements }: HandoverDraft, now: Date): Promise<void> => {
  const today = dayIn(now, (await findPlant(tx, plantId)).timezone)
  if (measurements.some(({ on }) => on > today)) fail('HANDOVER_IN_FUTURE')
}

export const handoverHandlers: HandlersOf<typeof handoverActions> = {
  getHandovers: async ({ input: { plantId }, tx }) => {
    const rows = await listHandovers(tx, plantId, handoverLimits.listed)
    const signatures = await listSignatures(
      tx,
      rows.map(({ id }) => id),
    )
    return { handovers: rows.map((row) => toLine(row, signatures)) }
  },
  getHandover: async ({ input: { plantId, handoverId }, tx }) => ({
    handover: toHandover(await readWhole(tx, await found(tx, plantId, handoverId))),
  }),
  beginHandover: async ({ input: { plantId, kind }, tx, caller, announce, ports, fail }) => {
    const id = randomUUID()
    if (await findOpen(tx, plantId)) return fail('HANDOVER_OPEN')
    const begun = { id, plantId, kind, begunAt: ports.clock.now(), begunByName: caller.name }
    aboutHandover(tx, { id, no: await insertHandover(tx, begun) })
    changed(tx, null, { kind })
    announce({ plant: plantId }, 'handover', { plant_id: plantId, handover_id: id })
    return { handoverId: id }
  },
  saveHandover: async ({ input: { plantId, handoverId, version, draft }, tx, announce, ports, fail }) => {
    const row = await found(tx, plantId, handoverId)
    aboutHandover(tx, row)
    if (row.installed) return fail('HANDOVER_SIGNED')
    await refuseFuture(tx, plantId, draft, ports.clock.now())
    const before = await readDraft(tx, row)
    const saved = await saveDraftOver(tx, { id: row.id, version }, draft)
    if (saved === undefined) return fail('CHANGED_MEANWHILE', { now: { ...before, version: row.version } })
    changed(tx, { measurements: before.measurements.length }, { measurements: draft.measurements.length })
    announce({ plant: plantId }, 'handover', { plant_id: plantId, handover_id: handoverId })
    return { version: saved }
  },
  signHandover: async ({ input: { plantId, handoverId, digest }, tx, caller, role, announce, ports, fail }) => {
    const row = await found(tx, plantId, handoverId)
    aboutHandover(tx, row)
    const side = sideOf(role)
    const whole = await readWhole(tx, row)
    const own = whole.signatures.find((one) => one.side === side)
    const isAgain = own?.userId === caller.userId && own.digest === digest
    if (isAgain) return { signed: whole.signatures.length === handoverSides.length }
    if (own) return fail('HANDOVER_SIGNED')
    if (whole.signatures.some(({ userId }) => userId === caller.userId)) return fail('HANDOVER_SAME_PERSON')
    const missing = missingOf({ kind: row.kind, installed: whole.installed, draft: whole.draft })
    if (missing.length > 0) return fail('HANDOVER_INCOMPLETE', { missing })
    if (whole.digest !== digest) return fail('CHANGED_MEANWHILE')
    const { timezone } = await findPlant(tx, plantId)
    const signed = await signFor(tx, whole, { side, person: caller, timezone, now: ports.clock.now() })
    changed(tx, null, { side })
    announce({ plant: plantId }, 'handover', { plant_id: plantId, handover_id: handoverId })
    return { signed }
  },
  reopenHandover: async ({ input: { plantId, handoverId }, tx, announce, fail }) => {
    const row = await found(tx, plantId, handoverId)
    aboutHandover(tx, row)
    if (row.signedAt) return fail('HANDOVER_SIGNED')
    // Nothing to set aside is as good as set aside: a call that is sent again finds it so.
    if (!row.installed) return {}
    await thawHandover(tx, row.id)
    announce({ plant: plantId }, 'handover', { plant_id: plantId, handover_id: handoverId })
    return {}
  },
  discardHandover: async ({ input: { plantId, handoverId }, tx, announce, fail }) => {
    const row = await found(tx, plantId, handoverId)
    aboutHandover(tx, row)
    if (row.installed) return fail('HANDOVER_SIGNED')
    await deleteHandover(tx, row.id)
    announce({ plant: plantId }, 'handover', { plant_id: plantId, handover_id: handoverId })
    return {}
  },
}

import { randomUUID } from 'node:crypto'
import type { handoverActions } from '@vigilux/contract/features/handover/handover.actions.ts'
import { findMissingItems, handoverSideOf } from '@vigilux/contract/features/handover/handover.rules.ts'
import {
  type HandoverDraft,
  type HandoverSide,
  handoverLimits,
  handoverSides,
} from '@vigilux/contract/features/handover/handover.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { dayIn } from '../../kernel/zoned.ts'
import { findPlant } from '../plants/index.ts'
import {
  closeHandover,
  deleteHandover,
  findHandover,
  findOpen,
  freezeHandover,
  type HandoverRow,
  insertHandover,
  insertSignature,
  listHandovers,
  listSignatures,
  readDraft,
  saveDraftIfVersion,
  thawHandover,
} from './handover.store.ts'
import { logHandover } from './log-handover.ts'
import { type FullHandover, readFullHandover, toHandover, toLine } from './view-handover.ts'

type Signing = { side: HandoverSide; person: { userId: string; name: string }; timezone: string; now: Date }

/**
 * Saves a signature: the first one freezes the installation, the second one hands over and writes the logbook. Returns
 * whether both have signed.
 */
const addSignature = async (
  work: Work,
  fullHandover: FullHandover,
  { side, person: { userId, name }, timezone, now }: Signing,
): Promise<boolean> => {
  const { row, signatures, installed, digest } = fullHandover
  const signatureRow = { handoverId: row.id, side, userId, name, at: now, digest }
  await insertSignature(work.tx, signatureRow)
  if (signatures.length === 0) {
    await freezeHandover(work.tx, row.id, installed)
    return false
  }
  await closeHandover(work.tx, row.id, now)
  await logHandover(work, { ...fullHandover, signatures: [...signatures, signatureRow] }, { timezone, now })
  return true
}

const requireHandover = async (work: Work<'HANDOVER_NOT_FOUND'>, plantId: string, id: string): Promise<HandoverRow> =>
  (await findHandover(work.tx, plantId, id)) ?? work.fail('HANDOVER_NOT_FOUND')

const auditHandover = (work: Work, { id, no }: Pick<HandoverRow, 'id' | 'no'>): void =>
  work.audit.target({ kind: 'handover', id, name: String(no) })

const refuseFuture = async (
  work: Work<'HANDOVER_IN_FUTURE'>,
  plantId: string,
  { measurements }: HandoverDraft,
  now: Date,
): Promise<void> => {
  const today = dayIn(now, (await findPlant(work.tx, plantId)).timezone)
  if (measurements.some(({ on: measuredOn }) => measuredOn > today)) work.fail('HANDOVER_IN_FUTURE')
}

export const handoverHandlers: HandlersOf<typeof handoverActions> = {
  getHandovers: async ({ work, input: { plantId } }) => {
    const rows = await listHandovers(work.tx, plantId, handoverLimits.listed)
    const signatures = await listSignatures(
      work.tx,
      rows.map(({ id }) => id),
    )
    return { handovers: rows.map((row) => toLine(row, signatures)) }
  },
  getHandover: async ({ work, input: { plantId, handoverId } }) => ({
    handover: toHandover(await readFullHandover(work.tx, await requireHandover(work, plantId, handoverId))),
  }),
  beginHandover: async ({ work, input: { plantId, kind }, caller }) => {
    const id = randomUUID()
    if (await findOpen(work.tx, plantId)) return work.fail('HANDOVER_OPEN')
    const newHandover = { id, plantId, kind, begunAt: work.now, begunByName: caller.name }
    auditHandover(work, { id, no: await insertHandover(work.tx, newHandover) })
    work.audit.diff(null, { kind })
    work.broadcast({ plant: plantId }, 'handover', { plant_id: plantId, handover_id: id })
    return { handoverId: id }
  },
  saveHandover: async ({ work, input: { plantId, handoverId, version, draft } }) => {
    const row = await requireHandover(work, plantId, handoverId)
    auditHandover(work, row)
    if (row.installed) return work.fail('HANDOVER_SIGNED')
    await refuseFuture(work, plantId, draft, work.now)
    const before = await readDraft(work.tx, row)
    const savedVersion = await saveDraftIfVersion(work.tx, { id: row.id, version }, draft)
    if (savedVersion === undefined) return work.fail('CHANGED_MEANWHILE', { now: { ...before, version: row.version } })
    work.audit.diff({ measurements: before.measurements.length }, { measurements: draft.measurements.length })
    work.broadcast({ plant: plantId }, 'handover', { plant_id: plantId, handover_id: handoverId })
    return { version: savedVersion }
  },
  signHandover: async ({ work, input: { plantId, handoverId, digest }, caller, role }) => {
    const row = await requireHandover(work, plantId, handoverId)
    auditHandover(work, row)
    const side = handoverSideOf(role)
    const fullHandover = await readFullHandover(work.tx, row)
    const ownSignature = fullHandover.signatures.find((one) => one.side === side)
    const isAgain = ownSignature?.userId === caller.userId && ownSignature.digest === digest
    if (isAgain) return { signed: fullHandover.signatures.length === handoverSides.length }
    if (ownSignature) return work.fail('HANDOVER_SIGNED')
    if (fullHandover.signatures.some(({ userId }) => userId === caller.userId)) return work.fail('HANDOVER_SAME_PERSON')
    const missing = findMissingItems({ kind: row.kind, installed: fullHandover.installed, draft: fullHandover.draft })
    if (missing.length > 0) return work.fail('HANDOVER_INCOMPLETE', { missing })
    if (fullHandover.digest !== digest) return work.fail('CHANGED_MEANWHILE')
    const { timezone } = await findPlant(work.tx, plantId)
    const signed = await addSignature(work, fullHandover, { side, person: caller, timezone, now: work.now })
    work.audit.diff(null, { side })
    work.broadcast({ plant: plantId }, 'handover', { plant_id: plantId, handover_id: handoverId })
    return { signed }
  },
  reopenHandover: async ({ work, input: { plantId, handoverId } }) => {
    const row = await requireHandover(work, plantId, handoverId)
    auditHandover(work, row)
    if (row.signedAt) return work.fail('HANDOVER_SIGNED')
    // Nothing to reset counts as done, so a repeated call succeeds.
    if (!row.installed) return {}
    await thawHandover(work.tx, row.id)
    work.broadcast({ plant: plantId }, 'handover', { plant_id: plantId, handover_id: handoverId })
    return {}
  },
  discardHandover: async ({ work, input: { plantId, handoverId } }) => {
    const row = await requireHandover(work, plantId, handoverId)
    auditHandover(work, row)
    if (row.installed) return work.fail('HANDOVER_SIGNED')
    await deleteHandover(work.tx, row.id)
    work.broadcast({ plant: plantId }, 'handover', { plant_id: plantId, handover_id: handoverId })
    return {}
  },
}

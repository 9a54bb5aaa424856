import {
  type LampTextRevision,
  type LampTextRow,
  maxNamedRows,
} from '@vigilux/contract/features/lamp-texts/lamp-text.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { auditLimits } from '@vigilux/contract/kernel/audit-target.ts'
import type { WriteContext } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { maxBroadcastPerUnit, saveLampNotes, viewLamps } from '../lamps/index.ts'
import { insertRevision, type RevisionRow, type TextChange, toRevision } from './lamp-texts.store.ts'
import { listLampsAtPlaces, type TextLamp } from './text-lamps.store.ts'

type Texts = { description: string; location: string }
type Place = { topic: string; addr: number }

/** Records lamps as audit targets by number and description; beyond the first ones they are counted. */
export const auditTexts = (work: Work, lamps: readonly (Place & { description?: string | undefined })[]): void => {
  const named = lamps.slice(0, auditLimits.things)
  for (const { topic, addr, description } of named) {
    const name = `${lampNumber(addr)} ${description ?? ''}`.trim()
    work.audit.target({ kind: 'lamp', id: `${topic}/${addr}`, name })
  }
  work.audit.addUncounted(lamps.length - named.length)
}

/** A row with its lamp and its new texts. */
type Judged = { row: number; lamp: TextLamp; after: Texts }

const keyOf = ({ topic, addr }: Place): string => `${topic} ${addr}`
const noteKey = ({ centralUnitId, serial }: { centralUnitId: string; serial: string }) => `${centralUnitId} ${serial}`

const refuse = (code: 'LAMP_TEXTS_FAULTY' | 'CHANGED_MEANWHILE', rows: readonly object[]): void => {
  if (rows.length > 0) fail(code, { rows: rows.slice(0, maxNamedRows), count: rows.length })
}

/** Texts changed by others meanwhile, for the person to choose from. */
export const changedMeanwhile = (rows: readonly (Place & { row: number; now: Texts & { version: number } })[]): void =>
  refuse('CHANGED_MEANWHILE', rows)

const nowOf = ({ row, lamp }: Judged) => {
  const { topic, addr, description, location, version } = lamp
  return { row, topic, addr, now: { description, location, version } }
}

/** Rows with their lamps; refuses if a lamp is missing, named twice, or changed since its version. */
const judgeRows = async (tx: Tx, plantId: string, rows: readonly LampTextRow[]): Promise<Judged[]> => {
  const lamps = new Map((await listLampsAtPlaces(tx, plantId, rows)).map((lamp) => [keyOf(lamp), lamp]))
  const seen = new Set<string>()
  const faulty: (Place & { row: number; because: 'unknownNumber' | 'twice' })[] = []
  const judged: Judged[] = []
  const stale: ReturnType<typeof nowOf>[] = []
  for (const [at, { topic, addr, version, ...texts }] of rows.entries()) {
    const lamp = lamps.get(keyOf({ topic, addr }))
    if (!lamp || seen.has(noteKey(lamp))) {
      faulty.push({ row: at + 1, topic, addr, because: lamp ? 'twice' : 'unknownNumber' })
      continue
    }
    seen.add(noteKey(lamp))
    const after = { description: texts.description ?? lamp.description, location: texts.location ?? lamp.location }
    const one = { row: at + 1, lamp, after }
    judged.push(one)
    if (version !== undefined && version !== lamp.version) stale.push(nowOf(one))
  }
  refuse('LAMP_TEXTS_FAULTY', faulty)
  changedMeanwhile(stale)
  return judged
}

/** Broadcasts which lamps have new texts. */
export const broadcastTexts = async (
  work: Work,
  { id, plantId }: RevisionRow,
  lamps: readonly { centralUnitId: string; addr: number }[],
): Promise<void> => {
  const shown = lamps.length <= maxBroadcastPerUnit ? await viewLamps(work.tx, lamps) : null
  work.broadcast({ plant: plantId }, 'saveLampTexts', { plant_id: plantId, revision_id: id, lamps: shown })
}

const changeOf = ({ lamp, after }: Judged): TextChange => ({
  centralUnitId: lamp.centralUnitId,
  serial: lamp.serial,
  addr: lamp.addr,
  oldDescription: lamp.description,
  oldLocation: lamp.location,
  ...after,
})

/** Saves texts if the versions are unchanged; refuses after a concurrent save. */
const saveTextsIfVersion = async (tx: Tx, plantId: string, others: readonly Judged[]): Promise<void> => {
  const notes = others.map(({ lamp: { centralUnitId, serial, version }, after }) => ({
    centralUnitId,
    serial,
    version,
    ...after,
  }))
  const saved = new Set((await saveLampNotes(tx, notes)).map(noteKey))
  const missed = others.filter(({ lamp }) => !saved.has(noteKey(lamp)))
  if (missed.length === 0) return
  const rows = new Map(missed.map(({ row, lamp }) => [keyOf(lamp), row]))
  const now = await listLampsAtPlaces(
    tx,
    plantId,
    missed.map(({ lamp }) => lamp),
  )
  changedMeanwhile(now.map((lamp) => nowOf({ row: rows.get(keyOf(lamp)) ?? 0, lamp, after: lamp })))
}

export type Writing = { plantId: string; workId: string; kind: LampTextRevision['kind'] }

/** Saves the texts of all rows or none, as one revision that can be undone. */
export const writeTexts = async (
  context: WriteContext,
  { plantId, workId, kind }: Writing,
  rows: readonly LampTextRow[],
): Promise<LampTextRevision> => {
  const { work, caller } = context
  const judged = await judgeRows(work.tx, plantId, rows)
  const others = judged.filter(
    ({ lamp, after }) => lamp.description !== after.description || lamp.location !== after.location,
  )
  await saveTextsIfVersion(work.tx, plantId, others)
  auditTexts(
    work,
    (others.length > 0 ? others : judged).map(({ lamp }) => lamp),
  )
  const made = { plantId, workId, kind, at: work.now, byName: caller.name, lamps: others.length }
  const revision = await insertRevision(work.tx, made, others.map(changeOf))
  const [only] = others
  if (only && others.length === 1) {
    const { description, location } = only.lamp
    work.audit.diff({ description, location }, only.after)
  }
  work.audit.diff(null, { revision: revision.id, lamps: others.length })
  if (others.length > 0)
    await broadcastTexts(
      context.work,
      revision,
      others.map(({ lamp }) => lamp),
    )
  return toRevision(revision)
}

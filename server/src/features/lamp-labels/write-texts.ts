import {
  type LampTextRevision,
  type LampTextRow,
  maxNamedRows,
} from '@vigilux/contract/features/lamp-labels/lamp-text.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { auditLimits } from '@vigilux/contract/kernel/audit-target.ts'
import type { WriteContext } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { maxBroadcastPerUnit, saveLampNotes, viewLamps } from '../lamps/index.ts'
import { insertRevision, type RevisionRow, type TextChange, toRevision } from './lamp-labels.store.ts'
import { listLampsAtPlaces, type TextLamp } from './text-lamps.store.ts'

type Texts = { description: string; location: string }
type Place = { topic: string; addr: number }

/** Records lamps as audit targets by number and description; beyond the first ones they are counted. */
export const auditTexts = (work: Work, lamps: readonly (Place & { description?: string | undefined })[]): void => {
  const listedLamps = lamps.slice(0, auditLimits.things)
  for (const { topic, addr, description } of listedLamps) {
    const name = `${lampNumber(addr)} ${description ?? ''}`.trim()
    work.audit.target({ kind: 'lamp', id: `${topic}/${addr}`, name })
  }
  work.audit.addUncounted(lamps.length - listedLamps.length)
}

/** A row with its lamp and its new texts. */
type JudgedRow = { row: number; lamp: TextLamp; after: Texts }

const keyOf = ({ topic, addr }: Place): string => `${topic} ${addr}`
const noteKey = ({ centralUnitId, serial }: { centralUnitId: string; serial: string }) => `${centralUnitId} ${serial}`

const refuse = <Code extends 'LAMP_TEXTS_FAULTY' | 'CHANGED_MEANWHILE'>(
  work: Work<Code>,
  code: Code,
  rows: readonly object[],
): void => {
  if (rows.length > 0) work.fail(code, { rows: rows.slice(0, maxNamedRows), count: rows.length })
}

/** Texts changed by others meanwhile, for the person to choose from. */
export const changedMeanwhile = (
  work: Work<'CHANGED_MEANWHILE'>,
  rows: readonly (Place & { row: number; now: Texts & { version: number } })[],
): void => refuse(work, 'CHANGED_MEANWHILE', rows)

const currentTextsOf = ({ row, lamp }: JudgedRow) => {
  const { topic, addr, description, location, version } = lamp
  return { row, topic, addr, now: { description, location, version } }
}

/** Rows with their lamps; refuses if a lamp is missing, named twice, or changed since its version. */
const judgeRows = async (
  work: Work<'LAMP_TEXTS_FAULTY' | 'CHANGED_MEANWHILE'>,
  plantId: string,
  rows: readonly LampTextRow[],
): Promise<JudgedRow[]> => {
  const lamps = new Map((await listLampsAtPlaces(work.tx, plantId, rows)).map((lamp) => [keyOf(lamp), lamp]))
  const seenLamps = new Set<string>()
  const faulty: (Place & { row: number; reason: 'unknownNumber' | 'twice' })[] = []
  const judgedRows: JudgedRow[] = []
  const stale: ReturnType<typeof currentTextsOf>[] = []
  for (const [at, { topic, addr, version, ...texts }] of rows.entries()) {
    const lamp = lamps.get(keyOf({ topic, addr }))
    if (!lamp || seenLamps.has(noteKey(lamp))) {
      faulty.push({ row: at + 1, topic, addr, reason: lamp ? 'twice' : 'unknownNumber' })
      continue
    }
    seenLamps.add(noteKey(lamp))
    const after = { description: texts.description ?? lamp.description, location: texts.location ?? lamp.location }
    const judgedRow = { row: at + 1, lamp, after }
    judgedRows.push(judgedRow)
    if (version !== undefined && version !== lamp.version) stale.push(currentTextsOf(judgedRow))
  }
  refuse(work, 'LAMP_TEXTS_FAULTY', faulty)
  changedMeanwhile(work, stale)
  return judgedRows
}

/** Broadcasts which lamps have new texts. */
export const broadcastTexts = async (
  work: Work,
  { id, plantId }: RevisionRow,
  lamps: readonly { centralUnitId: string; addr: number }[],
): Promise<void> => {
  const lampViews = lamps.length <= maxBroadcastPerUnit ? await viewLamps(work.tx, lamps) : null
  work.broadcast({ plant: plantId }, 'saveLampTexts', { plant_id: plantId, revision_id: id, lamps: lampViews })
}

const changeOf = ({ lamp, after }: JudgedRow): TextChange => ({
  centralUnitId: lamp.centralUnitId,
  serial: lamp.serial,
  addr: lamp.addr,
  oldDescription: lamp.description,
  oldLocation: lamp.location,
  ...after,
})

/** Saves texts if the versions are unchanged; refuses after a concurrent save. */
const saveTextsIfVersion = async (
  work: Work<'CHANGED_MEANWHILE'>,
  plantId: string,
  changedRows: readonly JudgedRow[],
): Promise<void> => {
  const notes = changedRows.map(({ lamp: { centralUnitId, serial, version }, after }) => ({
    centralUnitId,
    serial,
    version,
    ...after,
  }))
  const savedKeys = new Set((await saveLampNotes(work.tx, notes)).map(noteKey))
  const missedRows = changedRows.filter(({ lamp }) => !savedKeys.has(noteKey(lamp)))
  if (missedRows.length === 0) return
  const rows = new Map(missedRows.map(({ row, lamp }) => [keyOf(lamp), row]))
  const now = await listLampsAtPlaces(
    work.tx,
    plantId,
    missedRows.map(({ lamp }) => lamp),
  )
  changedMeanwhile(
    work,
    now.map((lamp) => currentTextsOf({ row: rows.get(keyOf(lamp)) ?? 0, lamp, after: lamp })),
  )
}

export type Writing = { plantId: string; workId: string; kind: LampTextRevision['kind'] }

/** Saves the texts of all rows or none, as one revision with undo. */
export const writeTexts = async (
  context: WriteContext<'LAMP_TEXTS_FAULTY' | 'CHANGED_MEANWHILE'>,
  { plantId, workId, kind }: Writing,
  rows: readonly LampTextRow[],
): Promise<LampTextRevision> => {
  const { work, caller } = context
  const judgedRows = await judgeRows(work, plantId, rows)
  const changedRows = judgedRows.filter(
    ({ lamp, after }) => lamp.description !== after.description || lamp.location !== after.location,
  )
  await saveTextsIfVersion(work, plantId, changedRows)
  auditTexts(
    work,
    (changedRows.length > 0 ? changedRows : judgedRows).map(({ lamp }) => lamp),
  )
  const newRevision = { plantId, workId, kind, at: work.now, byName: caller.name, lamps: changedRows.length }
  const revision = await insertRevision(work.tx, newRevision, changedRows.map(changeOf))
  const [firstRow] = changedRows
  if (firstRow && changedRows.length === 1) {
    const { description, location } = firstRow.lamp
    work.audit.diff({ description, location }, firstRow.after)
  }
  work.audit.diff(null, { revision: revision.id, lamps: changedRows.length })
  if (changedRows.length > 0)
    await broadcastTexts(
      context.work,
      revision,
      changedRows.map(({ lamp }) => lamp),
    )
  return toRevision(revision)
}

import { randomUUID } from 'node:crypto'
import type { lampTextActions } from '@vigilux/contract/features/lamp-labels/lamp-labels.actions.ts'
import {
  type ImportRow,
  type LampTextRow,
  maxRevisionLamps,
  undoHours,
} from '@vigilux/contract/features/lamp-labels/lamp-text.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { saveLampNotes } from '../lamps/index.ts'
import {
  consumeParts,
  findRevision,
  listRevisions,
  listTextChanges,
  markUndone,
  type PartsKey,
  savePart,
  toRevision,
  undoableSince,
} from './lamp-labels.store.ts'
import { previewImport } from './preview-import.ts'
import { auditTexts, broadcastTexts, changedMeanwhile, writeTexts } from './write-texts.ts'

type Handlers = HandlersOf<typeof lampTextActions>

const refuseTooMany = (work: Work<'LAMP_TEXTS_LIMIT'>, rows: number): void => {
  if (rows > maxRevisionLamps) work.fail('LAMP_TEXTS_LIMIT', { limit: maxRevisionLamps })
}

/** The rows of all parts in order; refuses if one is missing. */
const rowsOfParts = async (
  work: Work<'LAMP_TEXTS_INCOMPLETE'>,
  partsKey: PartsKey,
  parts: number,
): Promise<LampTextRow[]> => {
  const storedParts = await consumeParts(work.tx, partsKey)
  const areAll = storedParts.length === parts && storedParts.every(({ part }, at) => part === at + 1)
  return areAll ? storedParts.flatMap(({ rows }) => rows) : work.fail('LAMP_TEXTS_INCOMPLETE')
}

/** Records the lamps of a file's rows as audit targets, under the names in the file. */
const auditFile = (work: Work, rows: readonly ImportRow[]): void => {
  for (const { serial, unit, number } of rows) {
    const name = serial || [unit, number].filter(Boolean).join(' ')
    work.audit.target({ kind: 'lamp', id: name, name })
  }
}

const importLampDescription: Handlers['importLampDescription'] = async ({ input, ...context }) => {
  const { plantId, rows, dryRun } = input
  const { work } = context
  const preview = await previewImport(work.tx, plantId, rows)
  const { changed: found, faulty } = preview
  if (found.length === 0 || dryRun) auditFile(work, rows)
  if (dryRun) {
    work.audit.diff(null, { dryRun, lamps: found.length })
    return { preview, revision: null }
  }
  if (faulty.length > 0) return work.fail('LAMP_TEXTS_FAULTY', { rows: faulty, count: faulty.length })
  const versions = new Map(rows.map(({ line, version }) => [line, version]))
  const texts = found.map(({ line, topic, addr, before, after }) => {
    return { topic, addr, ...after, version: versions.get(line) ?? before.version }
  })
  const revision = await writeTexts(context, { plantId, workId: randomUUID(), kind: 'import' }, texts)
  return { preview, revision }
}

const undoLampTexts: Handlers['undoLampTexts'] = async ({ work, input, caller }) => {
  const { plantId, revisionId } = input
  const now = work.now
  const revision = (await findRevision(work.tx, plantId, { id: revisionId })) ?? work.fail('REVISION_NOT_FOUND')
  if (revision.undoneAt) return work.fail('REVISION_UNDONE')
  if (revision.at <= undoableSince(now)) return work.fail('REVISION_TOO_OLD', { hours: undoHours })
  const changes = await listTextChanges(work.tx, revision)
  const lamps = changes.map((change) => ({ ...change, topic: change.topic ?? '' }))
  const other = lamps.filter(
    ({ topic, description, location, now }) =>
      topic === '' || now.description !== description || now.location !== location,
  )
  changedMeanwhile(
    work,
    other.map(({ topic, addr, now }, at) => ({ row: at + 1, topic, addr, now })),
  )
  auditTexts(work, lamps)
  const notes = lamps.map(({ centralUnitId, serial, oldDescription, oldLocation, now: { version } }) => ({
    centralUnitId,
    serial,
    version,
    description: oldDescription,
    location: oldLocation,
  }))
  const savedNotes = await saveLampNotes(work.tx, notes)
  if (savedNotes.length < notes.length) return work.fail('CHANGED_MEANWHILE')
  const undoneRevision =
    (await markUndone(work.tx, revision.id, { undoneAt: now, undoneBy: caller.name })) ?? work.fail('REVISION_UNDONE')
  work.audit.diff(null, { revision: revision.id, lamps: notes.length })
  await broadcastTexts(work, undoneRevision, lamps)
  return { revision: toRevision(undoneRevision) }
}

export const lampTextHandlers: Handlers = {
  getLampTextRevisions: async ({ work, input: { plantId } }) => ({
    revisions: (await listRevisions(work.tx, plantId, work.now)).map(toRevision),
  }),
  previewLampImport: ({ work, input: { plantId, rows } }) => previewImport(work.tx, plantId, rows),
  importLampDescription,
  uploadLampTexts: async ({ work, input, caller }) => {
    const { plantId, workId, part, rows } = input
    const partsKey = { plantId, userId: caller.userId, workId }
    refuseTooMany(work, await savePart(work.tx, partsKey, { part, rows, at: work.now }))
    auditTexts(work, rows)
    work.audit.diff(null, { part })
    return {}
  },
  saveLampTexts: async ({ input, ...context }) => {
    const { plantId, workId, kind, parts } = input
    const { work, caller } = context
    const before = await findRevision(work.tx, plantId, { workId })
    if (before) {
      auditTexts(work, input.rows)
      return { revision: toRevision(before) }
    }
    const storedRows = await rowsOfParts(work, { plantId, userId: caller.userId, workId }, parts)
    const rows = [...storedRows, ...input.rows]
    refuseTooMany(work, rows.length)
    return { revision: await writeTexts(context, { plantId, workId, kind }, rows) }
  },
  undoLampTexts,
}

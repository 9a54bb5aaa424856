import { randomUUID } from 'node:crypto'
import {
  type ImportRow,
  type LampTextRow,
  largestRevision,
  undoHours,
} from '@vigilux/contract/features/lamp-texts/lamp-text.ts'
import type { lampTextActions } from '@vigilux/contract/features/lamp-texts/lamp-texts.actions.ts'
import { about, changed } from '../../kernel/audit-notes.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { saveLampNotes } from '../lamps/index.ts'
import { judgeImport } from './judge-import.ts'
import {
  changesOf,
  findRevision,
  keepPart,
  listRevisions,
  markUndone,
  type PartsOf,
  takeParts,
  toRevision,
  undoneSince,
} from './lamp-texts.store.ts'
import { aboutTexts, announceTexts, changedMeanwhile, writeTexts } from './write-texts.ts'

type Handlers = HandlersOf<typeof lampTextActions>

const refuseTooMany = (rows: number): void => {
  if (rows > largestRevision) fail('LAMP_TEXTS_LIMIT', { limit: largestRevision })
}

/** The rows of all parts, in their order; refuses where one is missing. */
const rowsOfParts = async (tx: Tx, of: PartsOf, parts: number): Promise<LampTextRow[]> => {
  const kept = await takeParts(tx, of)
  const areAll = kept.length === parts && kept.every(({ part }, at) => part === at + 1)
  return areAll ? kept.flatMap(({ rows }) => rows) : fail('LAMP_TEXTS_INCOMPLETE')
}

/** Notes the lamps that rows of a file name, as they name them. */
const aboutFile = (tx: Tx, rows: readonly ImportRow[]): void => {
  for (const { serial, unit, number } of rows) {
    const name = serial || [unit, number].filter(Boolean).join(' ')
    about(tx, { kind: 'lamp', id: name, name })
  }
}

const importLampDescription: Handlers['importLampDescription'] = async ({ input, fail, ...context }) => {
  const { plantId, rows, dryRun } = input
  const { tx } = context
  const preview = await judgeImport(tx, plantId, rows)
  const { changed: found, faulty } = preview
  if (found.length === 0 || dryRun) aboutFile(tx, rows)
  if (dryRun) {
    changed(tx, null, { dryRun, lamps: found.length })
    return { preview, revision: null }
  }
  if (faulty.length > 0) return fail('LAMP_TEXTS_FAULTY', { rows: faulty, count: faulty.length })
  const versions = new Map(rows.map(({ line, version }) => [line, version]))
  const texts = found.map(({ line, topic, addr, before, after }) => {
    return { topic, addr, ...after, version: versions.get(line) ?? before.version }
  })
  const revision = await writeTexts(context, { plantId, workId: randomUUID(), kind: 'import' }, texts)
  return { preview, revision }
}

const undoLampTexts: Handlers['undoLampTexts'] = async ({ input, tx, announce, ports, caller, fail }) => {
  const { plantId, revisionId } = input
  const now = ports.clock.now()
  const revision = (await findRevision(tx, plantId, { id: revisionId })) ?? fail('REVISION_NOT_FOUND')
  if (revision.undoneAt) return fail('REVISION_UNDONE')
  if (revision.at <= undoneSince(now)) return fail('REVISION_TOO_OLD', { hours: undoHours })
  const changes = await changesOf(tx, revision)
  const lamps = changes.map((change) => ({ ...change, topic: change.topic ?? '' }))
  const other = lamps.filter(
    ({ topic, description, location, now }) =>
      topic === '' || now.description !== description || now.location !== location,
  )
  changedMeanwhile(other.map(({ topic, addr, now }, at) => ({ row: at + 1, topic, addr, now })))
  aboutTexts(tx, lamps)
  const notes = lamps.map(({ centralUnitId, serial, oldDescription, oldLocation, now: { version } }) => ({
    ...{ centralUnitId, serial, version },
    ...{ description: oldDescription, location: oldLocation },
  }))
  const saved = await saveLampNotes(tx, notes)
  if (saved.length < notes.length) return fail('CHANGED_MEANWHILE')
  const undone =
    (await markUndone(tx, revision.id, { undoneAt: now, undoneBy: caller.name })) ?? fail('REVISION_UNDONE')
  changed(tx, null, { revision: revision.id, lamps: notes.length })
  await announceTexts({ tx, announce }, undone, lamps)
  return { revision: toRevision(undone) }
}

export const lampTextHandlers: Handlers = {
  getLampTextRevisions: async ({ input: { plantId }, tx, ports }) => ({
    revisions: (await listRevisions(tx, plantId, ports.clock.now())).map(toRevision),
  }),
  previewLampImport: ({ input: { plantId, rows }, tx }) => judgeImport(tx, plantId, rows),
  importLampDescription,
  keepLampTexts: async ({ input, tx, ports, caller }) => {
    const { plantId, workId, part, rows } = input
    const of = { plantId, userId: caller.userId, workId }
    refuseTooMany(await keepPart(tx, of, { part, rows, at: ports.clock.now() }))
    aboutTexts(tx, rows)
    changed(tx, null, { part })
    return {}
  },
  saveLampTexts: async ({ input, fail: _, ...context }) => {
    const { plantId, workId, kind, parts } = input
    const { tx, caller } = context
    const before = await findRevision(tx, plantId, { workId })
    if (before) {
      aboutTexts(tx, input.rows)
      return { revision: toRevision(before) }
    }
    const kept = await rowsOfParts(tx, { plantId, userId: caller.userId, workId }, parts)
    const rows = [...kept, ...input.rows]
    refuseTooMany(rows.length)
    return { revision: await writeTexts(context, { plantId, workId, kind }, rows) }
  },
  undoLampTexts,
}

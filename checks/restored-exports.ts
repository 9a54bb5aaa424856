import { type AlteredExport, createAltered, malformLine } from './alter-export.ts'
import { createEntry, createSampleExport, joinLines, sampleEntries } from './sample-export.ts'

/** Exports of a logbook restored from a backup, and forged ones, each with the verdict of every verifier. */

const completeUntil = '2026-03-01T03:00:00.000Z'
const restoredEntry = (no: number, facts: Record<string, unknown> = {}) =>
  createEntry(no, { kind: 'restored', by: null, facts: { after: 3, wholeUntil: completeUntil, ...facts } })
const withRestore = (entry: ReturnType<typeof restoredEntry>): Buffer =>
  joinLines(createSampleExport({ entries: [...sampleEntries, entry, createEntry(entry.no + 1, {})] }))
const skippedNumber = 9_000

/** The gap named in the export. */
export const createRestoredExport = withRestore(restoredEntry(skippedNumber))
export const namedGap = { after: 3, no: skippedNumber, from: completeUntil, to: '2026-03-02T09:00:00.000Z' }

const createRestart = (after: number, before: string | undefined): Buffer =>
  joinLines(
    createSampleExport({
      header: before === undefined ? {} : { before },
      entries: [restoredEntry(skippedNumber, { after }), createEntry(skippedNumber + 1, {})],
    }),
  )

export const restoredExports: readonly AlteredExport[] = [
  createAltered('whole', null, 'a restored logbook', createRestoredExport),
  createAltered('whole', null, 'a restored logbook without a number between', withRestore(restoredEntry(4))),
  createAltered('whole', null, 'a part that begins with the restore', createRestart(3, 'a'.repeat(64))),
  createAltered('whole', null, 'a logbook that was empty in the backup', createRestart(0, undefined)),
  createAltered(
    'missing',
    5,
    'numbers that go on at another one, with no restore',
    withRestore(createEntry(skippedNumber, {})),
  ),
  createAltered(
    'missing',
    5,
    'a restore that hides the entry before it',
    withRestore(restoredEntry(skippedNumber, { after: 2 })),
  ),
  createAltered(
    'missing',
    5,
    'a restore after an entry that is not there',
    withRestore(restoredEntry(skippedNumber, { after: 7 })),
  ),
  malformLine(
    'wrongValue',
    5,
    'a restore that a person wrote',
    withRestore({ ...restoredEntry(skippedNumber), by: restoredEntry(1).id }),
  ),
  malformLine('wrongValue', 5, 'a restore that goes back', withRestore(restoredEntry(2))),
  malformLine('wrongValue', 5, 'a restore after no number', withRestore(restoredEntry(skippedNumber, { after: '3' }))),
  malformLine(
    'wrongValue',
    5,
    'a restore after a negative number',
    withRestore(restoredEntry(skippedNumber, { after: -1 })),
  ),
  malformLine(
    'wrongValue',
    5,
    'a restore without a time',
    withRestore(restoredEntry(skippedNumber, { wholeUntil: null })),
  ),
]

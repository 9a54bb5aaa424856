import { type AlteredExport, createAltered, malformLine } from './alter-export.ts'
import { createEntry, createSampleExport, joinLines, sampleEntries } from './sample-export.ts'

/** Exports of a logbook that was restored from a backup, and exports that pretend to be, each with the verdict that every verifier gives. */

const completeUntil = '2026-03-01T03:00:00.000Z'
const restored = (no: number, facts: Record<string, unknown> = {}) =>
  createEntry(no, { kind: 'restored', by: null, facts: { after: 3, wholeUntil: completeUntil, ...facts } })
const withRestore = (entry: ReturnType<typeof restored>): Buffer =>
  joinLines(createSampleExport({ entries: [...sampleEntries, entry, createEntry(entry.no + 1, {})] }))
const skippedNumber = 9_000

/** The gap that the export names. */
export const createRestoredExport = withRestore(restored(skippedNumber))
export const namedGap = { after: 3, no: skippedNumber, from: completeUntil, to: '2026-03-02T09:00:00.000Z' }

const beginning = (after: number, before: string | undefined): Buffer =>
  joinLines(
    createSampleExport({
      header: before === undefined ? {} : { before },
      entries: [restored(skippedNumber, { after }), createEntry(skippedNumber + 1, {})],
    }),
  )

export const restoredExports: readonly AlteredExport[] = [
  createAltered('whole', null, 'a restored logbook', createRestoredExport),
  createAltered('whole', null, 'a restored logbook without a number between', withRestore(restored(4))),
  createAltered('whole', null, 'a part that begins with the restore', beginning(3, 'a'.repeat(64))),
  createAltered('whole', null, 'a logbook that was empty in the backup', beginning(0, undefined)),
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
    withRestore(restored(skippedNumber, { after: 2 })),
  ),
  createAltered(
    'missing',
    5,
    'a restore after an entry that is not there',
    withRestore(restored(skippedNumber, { after: 7 })),
  ),
  malformLine(
    'wrongValue',
    5,
    'a restore that a person wrote',
    withRestore({ ...restored(skippedNumber), by: restored(1).id }),
  ),
  malformLine('wrongValue', 5, 'a restore that goes back', withRestore(restored(2))),
  malformLine('wrongValue', 5, 'a restore after no number', withRestore(restored(skippedNumber, { after: '3' }))),
  malformLine(
    'wrongValue',
    5,
    'a restore after a negative number',
    withRestore(restored(skippedNumber, { after: -1 })),
  ),
  malformLine('wrongValue', 5, 'a restore without a time', withRestore(restored(skippedNumber, { wholeUntil: null }))),
]

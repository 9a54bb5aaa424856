import { type AlteredExport, found, malformed } from './alter-export.ts'
import { entryOf, fileOf, sampleEntries, sampleExport } from './sample-export.ts'

/** Exports of a logbook that was restored from a backup, and exports that pretend to be, each with the verdict that every verifier gives. */

const wholeUntil = '2026-03-01T03:00:00.000Z'
const restored = (no: number, facts: Record<string, unknown> = {}) =>
  entryOf(no, { kind: 'restored', by: null, facts: { after: 3, wholeUntil, ...facts } })
const withRestore = (entry: ReturnType<typeof restored>): Buffer =>
  fileOf(sampleExport({ entries: [...sampleEntries, entry, entryOf(entry.no + 1, {})] }))
const jump = 9_000

/** The gap that the export names. */
export const restoredExport = withRestore(restored(jump))
export const namedGap = { after: 3, no: jump, from: wholeUntil, to: '2026-03-02T09:00:00.000Z' }

const beginning = (after: number, before: string | undefined): Buffer =>
  fileOf(
    sampleExport({
      header: before === undefined ? {} : { before },
      entries: [restored(jump, { after }), entryOf(jump + 1, {})],
    }),
  )

export const restoredExports: readonly AlteredExport[] = [
  found('whole', null, 'a restored logbook', restoredExport),
  found('whole', null, 'a restored logbook without a number between', withRestore(restored(4))),
  found('whole', null, 'a part that begins with the restore', beginning(3, 'a'.repeat(64))),
  found('whole', null, 'a logbook that was empty in the backup', beginning(0, undefined)),
  found('missing', 5, 'numbers that go on at another one, with no restore', withRestore(entryOf(jump, {}))),
  found('missing', 5, 'a restore that hides the entry before it', withRestore(restored(jump, { after: 2 }))),
  found('missing', 5, 'a restore after an entry that is not there', withRestore(restored(jump, { after: 7 }))),
  malformed('wrongValue', 5, 'a restore that a person wrote', withRestore({ ...restored(jump), by: restored(1).id })),
  malformed('wrongValue', 5, 'a restore that goes back', withRestore(restored(2))),
  malformed('wrongValue', 5, 'a restore after no number', withRestore(restored(jump, { after: '3' }))),
  malformed('wrongValue', 5, 'a restore after a negative number', withRestore(restored(jump, { after: -1 }))),
  malformed('wrongValue', 5, 'a restore without a time', withRestore(restored(jump, { wholeUntil: null }))),
]

import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import type { ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'
import type { RecordMessage } from '@vigilux/device-plane/envelope.wire.ts'

/** A command as executed by a unit: the request and its answer. */
export type Execution = { id: string; name: string; body: unknown; state: 'done' | 'refused'; code?: string }

/** The test part of a record: the lamps at the start, a lamp with a result, or the end. */
export type TestNote = { testId: string; lamps?: number[]; lamp?: number; isOver?: true }

/** The lamp part of a record; later states of the lamp repeat it. */
export type FaultNote = { lamp: number; fault: ReportedLampError; isCleared: boolean }

/** An entry written by a unit before any report. Related facts share one line. */
export type Entry =
  | { kind: 'boot'; life: string; boot: number }
  | { kind: 'record'; record: RecordMessage; test?: TestNote; fault?: FaultNote; execution?: Execution }
  | { kind: 'acked'; records: [boot: number, seq: number][] }
  | { kind: 'executed'; execution: Execution; aheadMs?: number }
  | { kind: 'fault'; what: string }

/** Complete lines; the last one may be truncated by a kill, and its content was never sent. */
const wholeLines = (text: string): { entries: Entry[]; bytes: number } => {
  const completeLines = text.slice(0, text.lastIndexOf('\n') + 1)
  const lines = completeLines.split('\n').filter(Boolean)
  return { entries: lines.map((line) => JSON.parse(line) as Entry), bytes: Buffer.byteLength(completeLines) }
}

/** The unit's side: continues a journal. Entries reach the operating system before `add` returns: no kill loses one. */
export const openJournal = (path: string): { entries: Entry[]; add(entry: Entry): void } => {
  const { entries, bytes } = existsSync(path) ? wholeLines(readFileSync(path, 'utf8')) : { entries: [], bytes: 0 }
  const file = openSync(path, 'a')
  ftruncateSync(file, bytes)
  return { entries, add: (entry) => void writeSync(file, `${JSON.stringify(entry)}\n`) }
}

/** The reader's side: entries since the last call. */
export const followJournal = (path: string): (() => Entry[]) => {
  let position = 0
  return () => {
    if (!existsSync(path)) return []
    const file = openSync(path, 'r')
    try {
      const buffer = Buffer.alloc(fstatSync(file).size - position)
      readSync(file, buffer, 0, buffer.length, position)
      const { entries, bytes } = wholeLines(buffer.toString())
      position += bytes
      return entries
    } finally {
      closeSync(file)
    }
  }
}

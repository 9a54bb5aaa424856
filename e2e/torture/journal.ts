import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import type { ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'
import type { RecordMessage } from '@vigilux/device-plane/envelope.wire.ts'

/** A command as a unit did it: what it was told, and what it answered. */
export type Execution = { id: string; name: string; body: unknown; state: 'done' | 'refused'; code?: string }

/** What a record says of a test: the lamps with which it began, the lamp that has its result, or that it is over. */
export type TestNote = { testId: string; lamps?: number[]; lamp?: number; isOver?: true }

/** What a record says of a lamp, which its state says as well from then on. */
export type FaultNote = { lamp: number; fault: ReportedLampError; isCleared: boolean }

/** What a unit writes down before it lets anybody know. What belongs together is one line. */
export type Entry =
  | { kind: 'boot'; life: string; boot: number }
  | { kind: 'record'; record: RecordMessage; test?: TestNote; fault?: FaultNote; execution?: Execution }
  | { kind: 'acked'; records: [boot: number, seq: number][] }
  | { kind: 'executed'; execution: Execution; aheadMs?: number }
  | { kind: 'fault'; what: string }

/** Lines that are whole; the last one may be cut off by a kill, and what it said was never sent. */
const wholeLines = (text: string): { entries: Entry[]; bytes: number } => {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const lines = whole.split('\n').filter(Boolean)
  return { entries: lines.map((line) => JSON.parse(line) as Entry), bytes: Buffer.byteLength(whole) }
}

/** The unit's side: goes on where it was cut off. Written to the system before `add` returns, so a kill takes nothing away. */
export const openJournal = (path: string): { kept: Entry[]; add(entry: Entry): void } => {
  const { entries, bytes } = existsSync(path) ? wholeLines(readFileSync(path, 'utf8')) : { entries: [], bytes: 0 }
  const file = openSync(path, 'a')
  ftruncateSync(file, bytes)
  return { kept: entries, add: (entry) => void writeSync(file, `${JSON.stringify(entry)}\n`) }
}

/** The other side: what was added since the last look. */
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

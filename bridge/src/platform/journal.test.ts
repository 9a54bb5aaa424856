import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RecordMessage } from '@vigilux/device-plane/envelope.wire.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Journal } from './journal.ts'

type State = { boot: number; name: string | null }

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vigilux-bridge-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const open = (more: object = {}) => new Journal<State>({ folder, initial: { boot: 0, name: null }, ...more })
const path = () => join(folder, 'bridge.journal')
const record = (seq: number, kind = 'lamp.fault'): RecordMessage => {
  return { life: '0123456789abcdef', boot: 1, seq, at: '2026-11-30T00:00:00.000Z', kind, body: { seq } }
}
const numbers = (journal: Journal<State>) => journal.records.map(({ seq }) => seq)

it('finds state and records again after each start', () => {
  const first = open()
  first.commit({ boot: 3 }, [record(0), record(1)])
  first.commit({ name: 'Site' })
  first.acknowledge({
    records: [
      [1, 0],
      [9, 9],
    ],
  })
  const second = open()
  expect([second.state, numbers(second)]).toEqual([{ boot: 3, name: 'Site' }, [1]])
  second.reset({ boot: 0, name: null })
  expect([open().state, numbers(open())]).toEqual([{ boot: 0, name: null }, []])
})

it('finds each commit whole or not at all, wherever the file ends', () => {
  const journal = open()
  journal.commit({ boot: 1 }, [record(0)])
  const kept = readFileSync(path()).length
  journal.commit({ boot: 2 }, [record(1), record(2)])
  const { length } = readFileSync(path())
  const whole = readFileSync(path())
  for (let end = kept; end <= length; end += 7) {
    writeFileSync(path(), whole)
    truncateSync(path(), end)
    const found = open()
    const isWhole = end >= length
    expect([found.state.boot, numbers(found)], `${end} bytes`).toEqual(isWhole ? [2, [0, 1, 2]] : [1, [0]])
  }
})

it('leaves out a damaged line, and says which', () => {
  open().commit({ boot: 1 })
  appendFileSync(path(), 'rubbish\n{"p":{"boot":5}}\n')
  const damaged: number[] = []
  expect(open({ onDamage: (line: number) => damaged.push(line) }).state.boot).toBe(5)
  expect(damaged).toEqual([3])
})

it('drops states before results when it is full, the oldest first', () => {
  const journal = open({ maxRecords: 3 })
  journal.commit({}, [record(0, 'test.result'), record(1), record(2, 'test.end'), record(3)])
  expect(numbers(journal)).toEqual([0, 2, 3])
  journal.commit({}, [record(4, 'test.result'), record(5, 'test.result')])
  expect(numbers(journal)).toEqual([2, 4, 5])
  expect(numbers(open({ maxRecords: 3 }))).toEqual([2, 4, 5])
})

it('writes the file again before it grows without end', () => {
  const journal = open({ maxBytes: 4_000 })
  for (let n = 0; n < 100; n++) {
    journal.commit({}, [record(n)])
    journal.acknowledge({ records: [[1, n]] })
  }
  expect(readFileSync(path()).length).toBeLessThan(4_500)
  expect(numbers(open())).toEqual([])
})

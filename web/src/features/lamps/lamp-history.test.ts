import { expect, test } from 'vitest'
import { historyLines, type LampChange } from './lamp-history.ts'

const at = (minute: number) => `2026-03-02T09:${String(minute).padStart(2, '0')}:00.000Z`
const change = (minute: number, serial = 'A1'): LampChange => {
  return { at: at(minute), serial, mode: 'normal', errors: [], condition: 'ok' }
}

test('a state lasts until the next one or until now, and never a negative time', () => {
  const lines = historyLines([change(30), change(10), change(0)], Date.parse(at(45)))
  expect(lines.map(({ untilMs }) => untilMs / 60_000)).toEqual([15, 20, 10])
  expect(historyLines([change(30)], Date.parse(at(29)))[0]?.untilMs).toBe(0)
})

test('a replaced lamp is named once', () => {
  const lines = historyLines([change(30, 'B2'), change(20, 'B2'), change(10)], Date.parse(at(45)))
  expect(lines.map(({ instead }) => instead)).toEqual([null, 'A1', null])
})

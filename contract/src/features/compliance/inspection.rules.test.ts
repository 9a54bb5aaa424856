import { expect, test } from 'vitest'
import { moment, sampleLamp, sampleResult, sampleUnit } from './fact-fixtures.ts'
import { inspectDevices } from './inspection.rules.ts'
import { maxShownDefects } from './inspection.ts'

const since = (day: number) => moment(`2026-11-${String(day).padStart(2, '0')}T10:00:00Z`)
const inspect = (lamps: Parameters<typeof sampleLamp>[0][], units = [sampleUnit()]) =>
  inspectDevices({ lamps: lamps.map((lamp, at) => sampleLamp({ addr: at + 1, ...lamp })), units, unitFaults: [] })

test('names each present cause once, worst first, with its earliest start', () => {
  const { present, lampsOk } = inspect(
    [
      { now: 'inhibited', inhibitedSince: since(5) },
      { now: 'inhibited', inhibitedSince: since(3) },
      { now: 'onBattery' },
      { now: 'notReporting', silentSince: since(9) },
      { faultySince: since(2) },
      {},
    ],
    [sampleUnit({ online: false, lastSeen: since(8) }), sampleUnit()],
  )
  expect(present).toEqual([
    { cause: 'onBattery', count: 1, since: null },
    { cause: 'inhibited', count: 2, since: since(3).at },
    { cause: 'faulty', count: 1, since: since(2).at },
    { cause: 'notReporting', count: 1, since: since(9).at },
    { cause: 'unitsOffline', count: 1, since: since(8).at },
  ])
  expect(lampsOk).toBe(1)
})

test('names no cause if nothing is wrong', () => {
  expect(inspect([{}, {}])).toMatchObject({ present: [], lampsOk: 2, openDefects: { count: 0, shown: [] } })
})

test('counts the last results of each kind, autonomy tests by test group', () => {
  const { lastTests } = inspect([
    {
      functional: sampleResult('2026-11-01T10:00:00Z'),
      autonomy: sampleResult('2026-05-01T10:00:00Z', { measuredS: 3700 }),
    },
    {
      functional: sampleResult('2026-11-02T10:00:00Z', { result: 'failed' }),
      autonomy: sampleResult('2026-05-02T10:00:00Z', { measuredS: 3600 }),
    },
    { parity: 'odd' },
  ])
  expect(lastTests).toEqual([
    { kind: 'functional', group: null, at: since(2).at, passed: 1, lamps: 3, shortestS: null },
    { kind: 'autonomy', group: 'even', at: moment('2026-05-02T10:00:00Z').at, passed: 2, lamps: 2, shortestS: 3600 },
    { kind: 'autonomy', group: 'odd', at: null, passed: 0, lamps: 1, shortestS: null },
  ])
})

test('lists the oldest open defects and counts all', () => {
  const lamps = Array.from({ length: maxShownDefects + 1 }, (_, at) => ({ faultySince: since(1 + (at % 20)) }))
  const { openDefects } = inspect(lamps)
  expect([openDefects.count, openDefects.shown.length]).toEqual([maxShownDefects + 1, maxShownDefects])
  expect(openDefects.shown[0]).toEqual({
    cu: 'logica_0A1B2C',
    addr: 1,
    name: '0425',
    place: 'Deposito',
    since: since(1).at,
  })
})

import { describe, expect, test } from 'vitest'
import {
  countInhibitedLamps,
  inhibitionEnding,
  lastInhibitionEnd,
  panelStateOf,
  reportsInhibition,
} from './panel-state.rules.ts'

type Unit = Parameters<typeof panelStateOf>[0]
const lamps = {
  found: 4,
  present: 4,
  configured: 4,
  in_error: 0,
  on_battery: 0,
  inhibited: 0,
  emergency: 4,
  lighting: 0,
  sensors: 0,
}
const healthyUnit: Unit = {
  connection: 'connected',
  unknown_life_since: null,
  on_battery: false,
  inhibition: null,
  front: null,
  errors: [],
  warnings: [],
  findings: [],
  lamps,
}
const inhibition = { until: '2026-11-24T15:36:00.000Z' }
const panelState = { ready: 'off', emergency: 'on', failure: 'off', display: [] } as const

describe('panel state of a unit', () => {
  test.each<[string, Partial<Unit>, string]>([
    ['without anything', {}, 'ready'],
    ['with a warning alone', { warnings: ['maintenance_needed'] }, 'ready'],
    ['with a fault', { errors: ['fuse'] }, 'failure'],
    ['with a faulty lamp', { lamps: { ...lamps, in_error: 1 } }, 'failure'],
    ['of which the platform has found something', { findings: ['inhibited_too_long'] }, 'failure'],
    ['without mains', { on_battery: true }, 'emergency'],
    ['without mains and with a fault', { on_battery: true, errors: ['fuse'] }, 'emergency'],
    ['whose lamps somebody switched on', { front: { ...panelState, display: [] } }, 'emergency'],
    ['inhibited', { inhibition }, 'inhibited'],
    ['inhibited by a switch', { inhibition: { until: null } }, 'inhibited'],
    ['inhibited by its warning alone', { warnings: ['system_inhibited'] }, 'inhibited'],
    ['with a lamp that is inhibited itself', { lamps: { ...lamps, inhibited: 1 } }, 'inhibited'],
    ['inhibited and with a fault', { inhibition, errors: ['fuse'] }, 'inhibited'],
    ['inhibited and without mains', { inhibition, on_battery: true }, 'unprotected'],
    ['that does not answer, though all was well', { connection: 'disconnected' }, 'offline'],
    ['that does not answer, inhibited as it last was', { connection: 'disconnected', inhibition }, 'offline'],
    ['that is not enrolled', { connection: 'notAcquired', on_battery: true }, 'notAcquired'],
  ])('%s is %#', (_, change, state) => {
    expect(panelStateOf({ ...healthyUnit, ...change })).toBe(state)
  })
})

describe('inhibited units', () => {
  test('are connected, by a report of the unit or of a lamp', () => {
    const isReported = (cu_connected: boolean, change: Partial<Unit> = {}) =>
      reportsInhibition({ ...healthyUnit, ...change, cu_connected })
    expect([isReported(true, { inhibition }), isReported(true, { lamps: { ...lamps, inhibited: 1 } })]).toEqual([
      true,
      true,
    ])
    expect([isReported(true), isReported(false, { inhibition })]).toEqual([false, false])
  })

  test('are inhibited until the last end, or without an end', () => {
    const later = '2026-11-24T16:00:00.000Z'
    const ends = (...untils: (string | null)[]) => lastInhibitionEnd(untils.map((until) => ({ inhibition: { until } })))
    expect(ends(later, inhibition.until)).toBe(later)
    expect(ends(later, null)).toBeNull()
  })

  test.each<[string, Partial<Unit>, ReturnType<typeof inhibitionEnding>, number]>([
    ['with an end', { inhibition }, 'timed', 4],
    ['by a switch', { inhibition: { until: null } }, 'switch', 4],
    ['by a warning alone', { warnings: ['system_inhibited'] }, 'switch', 4],
    ['at one lamp alone', { lamps: { ...lamps, inhibited: 1 } }, 'lamps', 1],
  ])('%s have a known ending and count their dark lamps', (_, change, ending, dark) => {
    const unit = { ...healthyUnit, ...change }
    expect([inhibitionEnding(unit), countInhibitedLamps([unit, unit])]).toEqual([ending, 2 * dark])
  })
})

test('a request in force ends by a command, also on a type that reports no end', () => {
  const unit = { inhibition: null, warnings: ['system_inhibited' as const] }
  expect(inhibitionEnding(unit, { state: 'inhibited' })).toBe('timed')
  expect(inhibitionEnding(unit, { state: 'requested' })).toBe('switch')
})

import { describe, expect, it } from 'vitest'
import type { Condition } from '../plants/conditions.ts'
import { conditionOf } from './lamp.rules.ts'
import type { LampError, LampMode } from './lamp.ts'

const faulty: LampError[] = ['charger']

describe.each<{ mode: LampMode | null; well: Condition; faulty: Condition }>([
  { mode: null, well: 'unknown', faulty: 'error' },
  { mode: 'normal', well: 'ok', faulty: 'error' },
  { mode: 'emergency', well: 'emergency', faulty: 'emergency' },
  { mode: 'unreachable', well: 'offline', faulty: 'error' },
  { mode: 'inhibited', well: 'inhibited', faulty: 'error' },
  { mode: 'rest', well: 'inhibited', faulty: 'error' },
  { mode: 'functionalTest', well: 'testRunning', faulty: 'error' },
  { mode: 'autonomyTest', well: 'testRunning', faulty: 'error' },
])('lamp in mode $mode', (row) => {
  it(`is ${row.well}, and ${row.faulty} with a fault`, () => {
    expect(conditionOf({ mode: row.mode, errors: [] }, true)).toBe(row.well)
    expect(conditionOf({ mode: row.mode, errors: faulty }, true)).toBe(row.faulty)
  })
  it('is offline while its unit is disconnected', () => {
    expect(conditionOf({ mode: row.mode, errors: faulty }, false)).toBe('offline')
  })
})

import { expect, it } from 'vitest'
import { type LampSafetyFacts, lampSafety } from '../emergency-tests/lamp-safety.rules.ts'
import { computePresentState } from './present.rules.ts'

const lamp = (mode: LampSafetyFacts['mode'], overrides: Partial<LampSafetyFacts> = {}) =>
  lampSafety({
    unitIsConnected: true,
    mode,
    modeSince: '2026-11-01T00:00:00.000Z',
    reported: [],
    found: [],
    faultsSince: null,
    failedTests: [],
    ...overrides,
  })

it('present states count each lamp, except lamps of offline units', () => {
  const lamps = [
    lamp('inhibited'),
    lamp('inhibited', { reported: ['charger'] }),
    lamp('rest'),
    lamp('emergency'),
    lamp('inhibited', { unitIsConnected: false }),
    lamp('unreachable', { reported: ['communication'] }),
    lamp(null),
    lamp('normal'),
  ]
  expect(computePresentState(lamps, [{ online: true }, { online: false }])).toEqual({
    inhibited: 3,
    onBattery: 1,
    notReporting: 3,
    unitsOffline: 1,
  })
})

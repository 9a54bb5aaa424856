import { expect, it } from 'vitest'
import { moment, sampleFacts, sampleLamp, sampleUnit } from './fact-fixtures.ts'
import type { UnitFact } from './facts.ts'
import { allAnswering, mainsFailuresRecorded, notInhibited, repairedInTime } from './faults.rules.ts'
import { limitsOf } from './profiles.rules.ts'
import { localTestsMarked } from './tests.rules.ts'

const limits = limitsOf({ profile: 'europe', edition: '2024' })
const now = '2026-07-02T08:00:00Z'
const lamp = (sinceField: 'faultySince' | 'inhibitedSince' | 'silentSince', since: string) =>
  sampleFacts(now, { lamps: [sampleLamp({ [sinceField]: moment(since) })] })
const silentFacts = (lastSeen: string | null, overrides: Partial<UnitFact> = {}) =>
  sampleFacts(now, {
    units: [sampleUnit({ online: false, lastSeen: lastSeen ? moment(lastSeen) : null, ...overrides })],
  })

it('a lamp silent for a day is unknown, and for a month not met', () => {
  const state = (lastSeen: string | null) => allAnswering(silentFacts(lastSeen), limits).state
  expect([state('2026-07-01T08:00:00Z'), state('2026-07-01T07:59:00Z'), state(null)]).toEqual([
    'met',
    'unknown',
    'unknown',
  ])
  expect([state('2026-06-01T08:00:00Z'), state('2026-05-31T08:00:00Z')]).toEqual(['unknown', 'notMet'])
  expect(allAnswering(lamp('silentSince', '2026-05-31T08:00:00Z'), limits)).toMatchObject({
    state: 'notMet',
    since: '2026-07-02',
    evidence: [{ what: 'lampSilent' }],
  })
  expect(allAnswering(silentFacts(null, { online: true }), limits).state).toBe('met')
})

it('a fault may stay open until the end of the repair time', () => {
  expect(repairedInTime(lamp('faultySince', '2026-06-02T08:00:00Z'), limits)).toMatchObject({
    state: 'met',
    due: '2026-07-02',
    evidence: [{ what: 'openFault' }],
  })
  expect(repairedInTime(lamp('faultySince', '2026-06-01T08:00:00Z'), limits)).toMatchObject({
    state: 'notMet',
    since: '2026-07-02',
  })
  expect(repairedInTime(sampleFacts(now), limits)).toEqual({
    state: 'met',
    evidence: [],
    limit: 30,
  })
})

it('a unit fault may stay open for the repair time too', () => {
  const repairState = (since: string) =>
    repairedInTime(
      sampleFacts(now, { unitFaults: [{ cu: 'logica_0A1B2C', name: 'Cellar', at: moment(since) }] }),
      limits,
    )
  expect(repairState('2026-06-02T08:00:00Z')).toMatchObject({ state: 'met', due: '2026-07-02' })
  expect(repairState('2026-06-01T08:00:00Z')).toMatchObject({
    state: 'notMet',
    since: '2026-07-02',
    evidence: [{ what: 'openFault', name: 'Cellar' }],
  })
})

it('lamps are not inhibited beyond the configured end', () => {
  const facts = lamp('inhibitedSince', '2026-07-02T07:00:00Z')
  const judgeBeyond = (cu: string) =>
    notInhibited({ ...facts, units: [sampleUnit({ cu, inhibitedBeyond: moment('2026-07-02T07:30:00Z') })] }, limits)
  expect(judgeBeyond('logica_0A1B2C')).toMatchObject({ state: 'notMet', since: '2026-07-02', evidence: [{ addr: 1 }] })
  expect(judgeBeyond('logica_FFFFFF')).toMatchObject({ state: 'met' })
})

it('lamps are inhibited for a day at most', () => {
  expect(notInhibited(lamp('inhibitedSince', '2026-07-01T08:00:00Z'), limits).state).toBe('met')
  expect(notInhibited(lamp('inhibitedSince', '2026-07-01T07:59:00Z'), limits).state).toBe('notMet')
})

it.each([
  ['failures of the mains', mainsFailuresRecorded],
  ['local tests', localTestsMarked],
] as const)('a unit silent for over a day leaves %s unknown', (_, rule) => {
  expect(rule(silentFacts('2026-07-01T08:00:00Z'), limits).state).toBe('met')
  expect(rule(silentFacts('2026-07-01T07:59:00Z'), limits)).toMatchObject({
    state: 'unknown',
    evidence: [{ what: 'silent' }],
  })
  expect(rule(silentFacts(null), limits).state).toBe('unknown')
  expect(rule({ ...silentFacts(null), isPast: true }, limits).state).toBe('met')
})

it('mains failures are shown and do not break the rule', () => {
  const mainsFailures = [{ cu: 'logica_0A1B2C', name: '0A1B2C', at: moment('2026-06-01T08:00:00Z') }]
  expect(mainsFailuresRecorded(sampleFacts(now, { mainsFailures }), limits)).toMatchObject({
    state: 'met',
    evidence: [{ what: 'mainsFailure' }],
  })
})

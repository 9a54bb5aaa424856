import { expect, it } from 'vitest'
import { alternateTests, chargedBeforeTest, paritiesKnown, secondHalfAfterRecharge } from './discharges.rules.ts'
import { moment, sampleFacts, sampleLamp } from './fact-fixtures.ts'
import type { DischargeFact } from './facts.ts'
import { limitsOf } from './profiles.rules.ts'

const limits = limitsOf({ profile: 'europe', edition: '2024' })
const discharge = (startedAt: string, overrides: Partial<DischargeFact> = {}): DischargeFact => ({
  cu: 'logica_0A1B2C',
  name: '0A1B2C',
  startedAt: moment(startedAt),
  endedAt: moment(new Date(Date.parse(startedAt) + 3_600_000).toISOString()),
  parities: ['even'],
  dischargedUntil: null,
  ...overrides,
})
const factsWith = (...discharges: DischargeFact[]) => sampleFacts('2026-07-01T08:00:00Z', { discharges })

it('an autonomy test needs 24 hours of charge before it, 12 in France', () => {
  const test = factsWith(discharge('2026-03-29T10:00:00Z', { dischargedUntil: '2026-03-28T10:00:00Z' }))
  expect(chargedBeforeTest(test, limits)).toMatchObject({ state: 'met', limit: 24 })
  const soonerFacts = factsWith(discharge('2026-03-29T09:59:00Z', { dischargedUntil: '2026-03-28T10:00:00Z' }))
  expect(chargedBeforeTest(soonerFacts, limits)).toMatchObject({
    state: 'notMet',
    evidence: [{ what: 'tooSoon', value: 23, limit: 24 }],
  })
  expect(chargedBeforeTest(soonerFacts, limitsOf({ profile: 'france', edition: '2024' })).state).toBe('met')
})

it('even and odd lamps of a unit are discharged separately with charge time between', () => {
  expect(
    alternateTests(factsWith(discharge('2026-06-01T08:00:00Z', { parities: ['even', 'odd'] })), limits).state,
  ).toBe('notMet')
  expect(alternateTests(factsWith(discharge('2026-06-01T08:00:00Z')), limits).state).toBe('met')
  const first = discharge('2026-06-01T08:00:00Z')
  const second = (at: string, cu = first.cu) => discharge(at, { cu, parities: ['odd'] })
  expect(secondHalfAfterRecharge(factsWith(first, second('2026-06-02T09:00:00Z')), limits).state).toBe('met')
  expect(secondHalfAfterRecharge(factsWith(first, second('2026-06-02T08:59:00Z')), limits)).toMatchObject({
    state: 'notMet',
    evidence: [{ what: 'tooSoon', value: 23 }],
  })
  expect(secondHalfAfterRecharge(factsWith(first, second('2026-06-01T09:00:00Z', 'logica_0A1B2D')), limits).state).toBe(
    'met',
  )
})

it('every lamp needs a parity where lamps are tested alternately', () => {
  const lamps = [sampleLamp(), sampleLamp({ addr: 2, parity: null })]
  expect(paritiesKnown(sampleFacts('2026-07-01T08:00:00Z', { lamps }), limits)).toMatchObject({
    state: 'notMet',
    evidence: [{ what: 'noParity', addr: 2 }],
  })
})

import { expect, test } from 'vitest'
import { findGaps, listItems, requiredItems } from './completeness.rules.ts'
import type { LogbookFacts } from './logbook-facts.ts'

const day = (n: number): string => `2026-03-${String(n).padStart(2, '0')}T09:00:00.000Z`
const dayOf = (at: string): string => at.slice(0, 10)
const noEvidence: LogbookFacts = {
  latest: {},
  commissionedAt: null,
  alterationCertifiedAt: null,
  installationChanges: [],
  drawings: null,
  responsible: null,
  signed: null,
  signedMonths: [],
  lastTestAt: null,
  openDefects: [],
  alterations: [],
}
const completeFacts: LogbookFacts = {
  ...noEvidence,
  latest: { service: day(1), automaticTester: day(1) },
  alterations: [day(5), day(10)],
  commissionedAt: day(1),
  alterationCertifiedAt: day(10),
  drawings: { dated: '2026-03-10', enteredAt: day(10) },
  lastTestAt: day(2),
}
const missing = (facts: LogbookFacts, faults: string[] = []) => findGaps(facts, dayOf, faults).map((gap) => gap.missing)
const since = (facts: LogbookFacts, faults: string[] = []) => findGaps(facts, dayOf, faults).map((gap) => gap.since)

test('an empty logbook misses every item except defects', () => {
  expect(Object.fromEntries(listItems(findGaps(noEvidence, dayOf, [])).map((one) => [one.item, one.missing]))).toEqual({
    certificates: 'commissioningCertificate',
    tests: 'testsOrInspections',
    services: 'services',
    defects: null,
    alterations: 'drawings',
    automaticTester: 'characteristics',
  })
})

test('a complete logbook misses no item, and each removed item is reported', () => {
  expect(listItems([]).map(({ item }) => item)).toEqual([...requiredItems])
  expect(missing(completeFacts)).toEqual([])
  expect(missing({ ...completeFacts, commissionedAt: null })).toEqual(['commissioningCertificate'])
  expect(missing({ ...completeFacts, alterationCertifiedAt: day(9) })).toEqual(['alterationCertificate'])
  expect(missing({ ...completeFacts, drawings: { dated: '2026-03-09', enteredAt: day(10) } })).toEqual([
    'drawingsAfterAlteration',
  ])
  expect(missing({ ...completeFacts, lastTestAt: null })).toEqual(['testsOrInspections'])
  expect(missing({ ...completeFacts, latest: { automaticTester: day(1) } })).toEqual(['services'])
  expect(missing({ ...completeFacts, openDefects: [day(3)] })).toEqual(['remedies'])
  expect(missing(completeFacts, [day(4)])).toEqual(['remedies'])
  expect(missing({ ...completeFacts, latest: { service: day(1) } })).toEqual(['characteristics'])
})

test('an item is missing since its own date, or since the plant began', () => {
  expect(since({ ...completeFacts, openDefects: [day(7), day(9)] }, [day(8)])).toEqual([day(7)])
  expect(since({ ...completeFacts, openDefects: [day(7)] }, [day(2)])).toEqual([day(2)])
  expect(since({ ...completeFacts, alterationCertifiedAt: null })).toEqual([day(5)])
  const drawings = { dated: '2026-03-06', enteredAt: day(10) }
  expect(since({ ...completeFacts, alterations: [day(5), day(10), day(20)], drawings })).toEqual([day(20), day(10)])
  // An alteration of today does not invalidate a missing certificate.
  expect(since({ ...completeFacts, commissionedAt: null })).toEqual([null])
  expect(since({ ...completeFacts, drawings: null })).toEqual([null])
})

test('a visual inspection counts as a test and as a service', () => {
  const visitedFacts = {
    ...completeFacts,
    lastTestAt: null,
    latest: { automaticTester: day(1), inspectionMonthly: day(3) },
  }
  expect(missing(visitedFacts)).toEqual([])
})

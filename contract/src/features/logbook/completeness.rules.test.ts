import { expect, test } from 'vitest'
import { completenessOf, requiredItems } from './completeness.rules.ts'
import type { LogbookFacts } from './logbook-facts.ts'

const day = (n: number): string => `2026-03-${String(n).padStart(2, '0')}T09:00:00.000Z`
const nothing: LogbookFacts = {
  ...{ latest: {}, commissionedAt: null, alterationCertifiedAt: null, drawingsDated: null, responsible: null },
  ...{ signed: null, lastTestAt: null, openDefects: 0 },
}
const whole: LogbookFacts = {
  ...nothing,
  latest: { service: day(1), automaticTester: day(1), alteration: day(10) },
  ...{ commissionedAt: day(1), alterationCertifiedAt: day(10), drawingsDated: '2026-03-10', lastTestAt: day(2) },
}
const missing = (facts: LogbookFacts) => Object.values(completenessOf(facts)).filter((one) => one !== null)

test('of an empty logbook each item is missing but for defects, of which there are none', () => {
  expect(completenessOf(nothing)).toEqual({
    ...{ certificates: 'commissioningCertificate', tests: 'testsOrInspections', services: 'services', defects: null },
    ...{ alterations: 'drawings', automaticTester: 'characteristics' },
  })
})

test('of a whole one nothing is, and each thing that goes is named alone', () => {
  expect(Object.keys(completenessOf(whole))).toEqual([...requiredItems])
  expect(missing(whole)).toEqual([])
  expect(missing({ ...whole, commissionedAt: null })).toEqual(['commissioningCertificate'])
  expect(missing({ ...whole, alterationCertifiedAt: day(9) })).toEqual(['alterationCertificate'])
  expect(missing({ ...whole, drawingsDated: '2026-03-09' })).toEqual(['drawingsAfterAlteration'])
  expect(missing({ ...whole, lastTestAt: null })).toEqual(['testsOrInspections'])
  expect(missing({ ...whole, latest: { automaticTester: day(1) } })).toEqual(['services'])
  expect(missing({ ...whole, openDefects: 1 })).toEqual(['remedies'])
  expect(missing({ ...whole, latest: { service: day(1) } })).toEqual(['characteristics'])
})

test('a look at the lamps by people counts as a test and as a service', () => {
  const looked = { ...whole, lastTestAt: null, latest: { automaticTester: day(1), inspectionMonthly: day(3) } }
  expect(missing(looked)).toEqual([])
})

import { expect, test } from 'vitest'
import { findUndrawnChange } from './drawings.rules.ts'

const utcDay = (at: string): string => at.slice(0, 10)
const drawings = { dated: '2026-05-20', enteredAt: '2026-06-01T08:00:00.000Z' }
const facts = { latest: {}, commissionedAt: null, alterationCertifiedAt: null, responsible: null, signed: null }
const undrawn = (
  alterations: string[],
  installationChanges: string[] = [],
  { dayOf = utcDay, of = drawings as typeof drawings | null } = {},
) =>
  findUndrawnChange(
    { ...facts, signedMonths: [], lastTestAt: null, openDefects: [], alterations, installationChanges, drawings: of },
    dayOf,
  )

test('drawings show alterations until their date', () => {
  expect(undrawn(['2026-05-19T08:00:00.000Z', '2026-05-20T23:00:00.000Z'])).toBeNull()
  expect(undrawn(['2026-05-02T08:00:00.000Z', '2026-05-21T08:00:00.000Z', '2026-07-01T08:00:00.000Z'])).toBe(
    '2026-05-21T08:00:00.000Z',
  )
})

test('units and lamps added or removed later are not on the drawings', () => {
  const enrolledBefore = '2026-05-25T08:00:00.000Z'
  expect(undrawn([], [enrolledBefore])).toBeNull()
  expect(undrawn([], [enrolledBefore, '2026-06-01T08:00:00.001Z'])).toBe('2026-06-01T08:00:00.001Z')
  expect(undrawn(['2026-06-03T08:00:00.000Z'], ['2026-06-02T08:00:00.000Z'])).toBe('2026-06-02T08:00:00.000Z')
})

test('days are those of the plant', () => {
  const dayOf = () => '2026-05-21'
  expect(undrawn(['2026-05-20T23:30:00.000Z'], [], { dayOf })).toBe('2026-05-20T23:30:00.000Z')
})

test('without drawings none are out of date', () => {
  expect(undrawn(['2026-05-21T08:00:00.000Z'], ['2026-06-02T08:00:00.000Z'], { of: null })).toBeNull()
})

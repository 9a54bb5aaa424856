import { describe, expect, it } from 'vitest'
import { moment, sampleFacts } from './fact-fixtures.ts'
import type { Facts, LogbookFacts } from './facts.ts'
import {
  inspectedInTime,
  itemsComplete,
  monthSigned,
  nextSignature,
  recordsRetained,
  responsibleNamed,
} from './logbook.rules.ts'
import { dayOfDate } from './plant-day.ts'
import { limitsOf } from './profiles.rules.ts'

const limits = limitsOf({ profile: 'europe', edition: '2024' })
const completeFacts: LogbookFacts = {
  missing: [],
  signedMonths: ['2026-06'],
  responsible: 'Paolo Zanatta',
  drawings: moment('2026-05-01T08:00:00Z'),
  undrawnSince: null,
  commissioned: null,
  visual: moment('2026-05-01T08:00:00Z'),
  photometric: moment('2026-05-01T08:00:00Z'),
}
const at = (when: string, overrides: Partial<LogbookFacts> = {}, facts: Partial<Facts> = {}) =>
  sampleFacts(when, { logbook: { ...completeFacts, ...overrides }, ...facts })
const day = '2026-07-10T08:00:00Z'

it('the logbook rules report missing items, the responsible person and the drawings', () => {
  for (const item of ['certificates', 'tests', 'services', 'defects', 'alterations', 'automaticTester'] as const)
    expect(itemsComplete(at(day, { missing: [{ item, since: null }] }), limits)).toMatchObject({
      state: 'notMet',
      evidence: [{ what: 'itemMissing', item }],
    })
  expect(itemsComplete(at(day), limits).state).toBe('met')
  expect(responsibleNamed(at(day, { responsible: null }), limits)).toMatchObject({
    evidence: [{ what: 'noResponsible' }],
  })
  expect(responsibleNamed(at(day, { drawings: null }), limits)).toMatchObject({ evidence: [{ what: 'noDrawings' }] })
  expect(responsibleNamed(at(day), limits).state).toBe('met')
})

it('missing items stay met with a warning for 14 days', () => {
  const alteration = moment('2026-07-01T08:00:00Z')
  const [last, lateDay] = ['2026-07-15T08:00:00Z', '2026-07-16T08:00:00Z']
  for (const rule of [itemsComplete, responsibleNamed]) {
    const missing = { undrawnSince: alteration, missing: [{ item: 'certificates' as const, since: alteration }] }
    expect(rule(at(last, missing), limits)).toMatchObject({ state: 'met', due: '2026-07-15' })
    expect(rule(at(lateDay, missing), limits)).toMatchObject({ state: 'notMet', since: '2026-07-16' })
  }
  const since = moment('2026-07-01T08:00:00Z')
  const freshState = (when: string) =>
    itemsComplete(at(when, { missing: [{ item: 'services', since: null }] }, { since }), limits).state
  expect([freshState(last), freshState(lateDay)]).toEqual(['met', 'notMet'])
})

it('a defect breaks R13 from its own date', () => {
  const since = moment('2026-07-01T08:00:00Z')
  const judge = (when: string) => itemsComplete(at(when, { missing: [{ item: 'defects', since }] }), limits)
  expect(judge('2026-07-01T09:00:00Z')).toMatchObject({
    state: 'met',
    due: '2026-07-15',
    evidence: [{ at: since.at }],
  })
  expect(judge('2026-07-16T08:00:00Z')).toMatchObject({ state: 'notMet', since: '2026-07-16' })
})

it('drawings without a change of the installation break R16 after the grace', () => {
  const undrawnSince = moment('2026-05-02T08:00:00Z')
  expect(responsibleNamed(at(day, { undrawnSince }), limits)).toMatchObject({
    state: 'notMet',
    since: '2026-05-17',
    evidence: [{ what: 'drawingsOld', until: undrawnSince.at }],
  })
})

it('a month is signed within 14 days of the next month', () => {
  const state = (when: string, ...signedMonths: string[]) => monthSigned(at(when, { signedMonths }), limits)
  expect(state(day, '2026-06')).toMatchObject({ state: 'met' })
  expect(state('2026-07-14T08:00:00Z', '2026-05')).toMatchObject({ state: 'met', due: '2026-07-14' })
  expect(state('2026-07-15T08:00:00Z', '2026-05')).toMatchObject({
    state: 'notMet',
    evidence: [{ what: 'unsigned', month: '2026-06' }],
  })
  expect(state('2026-07-15T08:00:00Z').state).toBe('notMet')
  // The running month says nothing about the last.
  expect(state('2026-07-15T08:00:00Z', '2026-05', '2026-07').state).toBe('notMet')
  expect(state('2026-07-15T08:00:00Z', '2026-06', '2026-07').state).toBe('met')
  const since = moment('2026-07-01T08:00:00Z')
  expect(monthSigned(at('2026-07-20T08:00:00Z', { signedMonths: [] }, { since }), limits)).toMatchObject({
    state: 'met',
    evidence: [],
  })
})

it('the 2024 edition requires an inspection every six months and measured light every five years', () => {
  const visual = moment('2026-01-07T08:00:00Z')
  expect(inspectedInTime(at('2026-07-10T08:00:00Z', { visual }), limits).state).toBe('met')
  expect(inspectedInTime(at('2026-07-11T08:00:00Z', { visual }), limits)).toMatchObject({
    state: 'notMet',
    evidence: [{ what: 'visualDue' }],
  })
  const photometric = moment('2021-07-08T08:00:00Z')
  expect(inspectedInTime(at('2026-07-09T08:00:00Z', { photometric }), limits).state).toBe('met')
  expect(inspectedInTime(at('2026-07-10T08:00:00Z', { photometric }), limits).state).toBe('notMet')
  const since = moment('2026-07-01T08:00:00Z')
  expect(inspectedInTime(at(day, { visual: null, photometric: null }, { since }), limits)).toMatchObject({
    state: 'met',
    due: '2027-01-01',
    evidence: [{ what: 'noVisual' }, { what: 'noPhotometric' }],
  })
})

it('an unreadable logbook leaves its rules unknown', () => {
  for (const rule of [itemsComplete, monthSigned, inspectedInTime, responsibleNamed])
    expect(rule(sampleFacts(day), limits)).toEqual({ state: 'unknown', evidence: [] })
})

describe('record retention', () => {
  const germany = limitsOf({ profile: 'germany', edition: '2024' })
  const retentionState = (oldestRecord: string | null, commissioned: string | null) =>
    recordsRetained(
      sampleFacts(day, {
        oldestRecord: oldestRecord ? moment(oldestRecord) : null,
        logbook: { ...completeFacts, commissioned: commissioned ? moment(commissioned) : null },
      }),
      germany,
    ).state

  it('is unknown without records', () => {
    expect(recordsRetained(sampleFacts(day), germany)).toMatchObject({
      state: 'unknown',
      evidence: [{ what: 'noRecord' }],
    })
  })
  it('is unknown where records are younger than the plant and the required years', () => {
    expect(retentionState('2026-03-01T08:00:00Z', '2026-02-01T08:00:00Z')).toBe('met')
    expect(retentionState('2026-03-05T08:00:00Z', '2026-02-01T08:00:00Z')).toBe('unknown')
    expect(retentionState('2021-01-01T08:00:00Z', '2010-02-01T08:00:00Z')).toBe('met')
    expect(retentionState('2026-03-05T08:00:00Z', null)).toBe('met')
  })
})

it('record retention shows the date of the oldest record', () => {
  const oldestRecord = moment('2022-01-01T08:00:00Z')
  const germany = limitsOf({ profile: 'germany', edition: '2024' })
  expect(recordsRetained(sampleFacts(day, { oldestRecord }), germany)).toMatchObject({
    state: 'met',
    limit: 4,
    evidence: [{ what: 'oldestRecord' }],
  })
})

it('record retention is unknown while a logbook gap lies within the period', () => {
  const lostGap = {
    what: 'restored' as const,
    at: moment('2026-03-01T03:00:00Z'),
    until: moment('2026-03-02T09:00:00Z'),
  }
  const at = moment('2026-03-02T09:03:00Z')
  const missing = { what: 'recordsMissing' as const, cu: 'logica_0A1B2C', name: 'Hall', at, count: 214 }
  const oldGap = { ...lostGap, at: moment('2024-03-01T03:00:00Z') }
  const germany = limitsOf({ profile: 'germany', edition: '2024' })
  const judge = (gaps: Facts['gaps'], limitsUsed = limits) =>
    itemsComplete(sampleFacts(day, { logbook: completeFacts, gaps }), limitsUsed)
  expect(judge([lostGap, missing])).toMatchObject({
    state: 'unknown',
    evidence: [
      { what: 'restored', at: '2026-03-01T03:00:00.000Z', until: '2026-03-02T09:00:00.000Z' },
      { what: 'recordsMissing', cu: 'logica_0A1B2C', name: 'Hall', value: 214 },
    ],
  })
  expect(judge([oldGap]).state).toBe('met')
  expect(judge([oldGap], germany).state).toBe('unknown')
})

describe('next signature', () => {
  const since = moment('2026-05-01T08:00:00Z')
  const nextOn = (when: string, signedMonths: string[], start = since) =>
    nextSignature({ today: moment(when).day, since: start, signedMonths }, limits)
  it.each([
    ['2026-07-10T08:00:00Z', [], '2026-06', '2026-07-14'],
    ['2026-07-10T08:00:00Z', ['2026-06'], '2026-07', '2026-08-14'],
    ['2026-12-31T08:00:00Z', ['2026-11'], '2026-12', '2027-01-14'],
    ['2027-02-01T08:00:00Z', ['2027-01'], '2027-02', '2027-03-14'],
  ])('on %s after %j is %s by %s', (when, signedMonths, month, due) => {
    expect(nextOn(when, signedMonths)).toEqual({ month, due: dayOfDate(due) })
  })
  it('is none if the current month is signed already', () => {
    expect(nextOn('2026-07-10T08:00:00Z', ['2026-06', '2026-07'])).toBeNull()
  })
  it('of a new plant is for its first month', () => {
    expect(nextOn('2026-07-10T08:00:00Z', [], moment('2026-07-02T08:00:00Z'))).toMatchObject({ month: '2026-07' })
  })
})

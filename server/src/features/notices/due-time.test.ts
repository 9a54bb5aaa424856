import { describe, expect, it } from 'vitest'
import { computeDueTime } from './due-time.ts'

const zone = 'Europe/Rome'
const night = { begins: '22:00', ends: '06:30' }
const due = (now: string, setting: Parameters<typeof computeDueTime>[1], urgent = false) => {
  const { dueAt, gathered } = computeDueTime(urgent, setting, zone, new Date(now))
  return [dueAt.toISOString(), gathered]
}

describe('quiet hours', () => {
  const quietSetting = { rhythm: 'each', quiet: night } as const
  it.each([
    ['in the afternoon', '2026-03-02T14:00:00Z', '2026-03-02T14:00:00.000Z', false],
    ['in the evening', '2026-03-02T21:30:00Z', '2026-03-03T05:30:00.000Z', true],
    ['after midnight', '2026-03-03T01:00:00Z', '2026-03-03T05:30:00.000Z', true],
    ['at their first minute', '2026-03-02T21:00:00Z', '2026-03-03T05:30:00.000Z', true],
    ['at their end', '2026-03-03T05:30:00Z', '2026-03-03T05:30:00.000Z', false],
    // The night of 29 March has 23 hours, the night of 25 October 25.
    ['before the clocks go forward', '2026-03-28T23:00:00Z', '2026-03-29T04:30:00.000Z', true],
    ['before the clocks go back', '2026-10-24T22:00:00Z', '2026-10-25T05:30:00.000Z', true],
  ])('%s', (_, now, at, gathered) => expect(due(now, quietSetting)).toEqual([at, gathered]))

  it('within a day do not go over midnight', () => {
    const noon = { rhythm: 'each', quiet: { begins: '12:00', ends: '14:00' } } as const
    expect(due('2026-03-02T12:00:00Z', noon)).toEqual(['2026-03-02T13:00:00.000Z', true])
    expect(due('2026-03-02T22:00:00Z', noon)).toEqual(['2026-03-02T22:00:00.000Z', false])
  })

  it('that end at a repeated time end once at the second', () => {
    const earlySetting = { rhythm: 'each', quiet: { begins: '22:00', ends: '02:30' } } as const
    for (const now of ['2026-10-25T00:10:00Z', '2026-10-25T00:40:00Z', '2026-10-25T01:10:00Z'])
      expect(due(now, earlySetting)).toEqual(['2026-10-25T01:30:00.000Z', true])
    expect(due('2026-10-25T01:31:00Z', earlySetting)).toEqual(['2026-10-25T01:31:00.000Z', false])
  })

  it('that end at a skipped time end an hour later', () => {
    const earlySetting = { rhythm: 'each', quiet: { begins: '22:00', ends: '02:30' } } as const
    expect(due('2026-03-29T00:50:00Z', earlySetting)).toEqual(['2026-03-29T01:30:00.000Z', true])
  })

  it('do not delay urgent notices', () => {
    const setting = { rhythm: 'weekly', quiet: night } as const
    expect(due('2026-03-03T01:00:00Z', setting, true)).toEqual(['2026-03-03T01:00:00.000Z', false])
  })
})

describe('daily or weekly digest', () => {
  it.each([
    ['daily', '2026-03-02T05:59:00Z', '2026-03-02T06:00:00.000Z'],
    ['daily', '2026-03-02T06:00:00Z', '2026-03-03T06:00:00.000Z'],
    ['daily', '2026-03-28T12:00:00Z', '2026-03-29T05:00:00.000Z'],
    ['daily', '2026-10-24T12:00:00Z', '2026-10-25T06:00:00.000Z'],
    // 2 March 2026 is a Monday.
    ['weekly', '2026-03-02T05:59:00Z', '2026-03-02T06:00:00.000Z'],
    ['weekly', '2026-03-02T06:00:00Z', '2026-03-09T06:00:00.000Z'],
    ['weekly', '2026-03-08T22:00:00Z', '2026-03-09T06:00:00.000Z'],
  ] as const)('%s, from %s, is sent at %s', (rhythm, now, at) => {
    expect(due(now, { rhythm, quiet: null })).toEqual([at, true])
  })

  it('waits for the end of quiet hours', () => {
    const lateSetting = { rhythm: 'daily', quiet: { begins: '22:00', ends: '09:00' } } as const
    expect(due('2026-03-02T12:00:00Z', lateSetting)).toEqual(['2026-03-03T08:00:00.000Z', true])
  })
})

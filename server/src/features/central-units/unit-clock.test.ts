import { expect, it } from 'vitest'
import { offsetMinutes } from '../../kernel/zoned.ts'
import { clockChanges } from './unit-clock.ts'

const changes = (zone: string) => clockChanges(zone, new Date('2026-11-28T12:00:00Z'))

it('offset changes of ten years list the next UTC offsets of the zone', () => {
  expect(changes('Europe/Rome').slice(0, 2)).toEqual([
    { at: '2027-03-28T01:00:00.000Z', utcOffsetMin: 120 },
    { at: '2027-10-31T01:00:00.000Z', utcOffsetMin: 60 },
  ])
  expect(changes('Europe/Rome')).toHaveLength(20)
  expect(changes('Australia/Lord_Howe').slice(0, 2)).toEqual([
    { at: '2027-04-03T15:00:00.000Z', utcOffsetMin: 630 },
    { at: '2027-10-02T15:30:00.000Z', utcOffsetMin: 660 },
  ])
})

it('offset changes are empty in a zone without them', () => {
  expect(changes('Asia/Tokyo')).toEqual([])
  expect(changes('UTC')).toEqual([])
})

it('offset changes are empty in an unknown stored zone', () => {
  expect(changes('Nowhere/Gone')).toEqual([])
  expect(offsetMinutes(new Date('2026-11-28T12:00:00Z'), 'Nowhere/Gone')).toBe(0)
})

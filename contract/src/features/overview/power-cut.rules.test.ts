import { describe, expect, it } from 'vitest'
import { estimateBatteryEnd, firstBatteryEnds, type LampOnBattery } from './power-cut.rules.ts'

const since = new Date('2026-11-22T14:00:00Z')
const lamp = (change: Partial<LampOnBattery> = {}): LampOnBattery => ({
  cu: 'logica_0A1B2C',
  id: 1,
  description: '',
  location: '',
  since,
  measuredS: null,
  ratedMin: 60,
  ...change,
})

describe('battery end of a lamp', () => {
  it.each([
    ['as measured last', { measuredS: 1380 }, 1380, '2026-11-22T14:23:00.000Z'],
    ['as rated, where nothing was measured', {}, 3600, '2026-11-22T15:00:00.000Z'],
    ['nobody knows', { ratedMin: null }, null, undefined],
    ['at once, where the battery held nothing', { measuredS: 0 }, 0, '2026-11-22T14:00:00.000Z'],
  ])('%s', (_, change, lastsS, endsAt) => {
    const end = estimateBatteryEnd(lamp(change))
    expect([end.lastsS, end.endsAt?.toISOString()]).toEqual([lastsS, endsAt])
  })
})

it('lamps that end first come first, and unknown ends come last', () => {
  const tenMinutesOn = new Date(since.getTime() + 600_000)
  const lamps = [
    lamp({ id: 4, ratedMin: null }),
    lamp({ id: 3, measuredS: 3000, since: tenMinutesOn }),
    lamp({ id: 2 }),
    lamp({ id: 1, measuredS: 3600 }),
  ]
  expect(firstBatteryEnds(lamps, 9).map(({ id }) => id)).toEqual([1, 2, 3, 4])
  expect(firstBatteryEnds(lamps, 2)).toHaveLength(2)
})

import { afterEach, expect, it } from 'vitest'
import { emergencyGear } from '../testing/virtual-gear.ts'
import { openVirtualUnit } from '../testing/virtual-unit.ts'

const minuteMs = 60_000

let opened: ReturnType<typeof openVirtualUnit>
afterEach(() => opened.close())

const counted = {
  gearS: 45_000 * 3_600,
  gearStarts: 70,
  gearFailures: 2,
  lampS: 1_200 * 3_600,
  lampStarts: 300,
  lampFailures: 1,
  ratedLife: 50,
}

it('reports hours and failures that gear counts, beyond the hours that part 202 can count', async () => {
  opened = openVirtualUnit([[emergencyGear(0, { counted }), emergencyGear(1)]])
  const { enrol, scan, clock, platform } = opened
  await enrol()
  await scan()
  await clock.advance(16 * minuteMs)
  expect(platform.details.get(1)).toMatchObject({
    onHours: 1_200,
    gear: {
      maintenance: {
        gearHours: 45_000,
        gearStarts: 70,
        gearFailures: 2,
        lampHours: 1_200,
        lampStarts: 300,
        lampFailures: 1,
        ratedLifeHours: 50_000,
      },
    },
  })
  expect(platform.details.get(2)?.gear).not.toHaveProperty('maintenance')
})

it('reports when gear answered last, once it is silent', async () => {
  const silent = emergencyGear(1)
  opened = openVirtualUnit([[emergencyGear(0), silent]])
  const { enrol, scan, clock, platform } = opened
  await enrol()
  await scan()
  await clock.advance(16 * minuteMs)
  const readAtFirst = Date.parse(platform.details.get(2)?.gear?.readAt ?? '')
  await clock.advance(10 * minuteMs)
  silent.quirks.add('mute')
  await clock.advance(2 * minuteMs)
  expect(platform.lamps.get(2)?.mode).toBe('unreachable')
  const readAt = Date.parse(platform.details.get(2)?.gear?.readAt ?? '')
  expect(readAt - readAtFirst).toBeGreaterThan(9 * minuteMs)
})

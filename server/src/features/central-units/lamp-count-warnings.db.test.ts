import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

/** The lamp counts of a unit cause these warnings; the unit's own warning bits are ignored. */
let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
})
afterAll(() => plant.server.stop())

let seq = 0
const at = () => plant.server.clock.now().toISOString()
const lamp = (addr: number) => [
  addr,
  `A1B2${addr.toString(16).padStart(2, '0')}`,
  0,
  2,
  8,
  0,
  2,
  254,
  30,
  254,
  1,
  1,
  0,
  null,
  null,
]
const reportLampCount = (count: number) => {
  const addrs = Array.from({ length: count }, (_, index) => index + 1)
  return plant.sendMessage('state', { boot: 2, seq: ++seq, at: at(), body: { l: addrs.map(lamp) }, lampList: addrs })
}
/** `warnings`: bit 0 no mains, 7 fewer than configured, 8 more than configured, 9 more than 128. */
const reportWarnings = (warnings: number, network: [number, number, number | null] | null = null) =>
  plant.sendMessage('state', { boot: 2, seq: ++seq, at: at(), body: { sys: [0, 0, warnings, network] } })
const isConfiguredWith = (cfg: number | null, net: [number, number, number | null]) =>
  plant.sendMessage('shadow', {
    boot: 2,
    seq: ++seq,
    at: at(),
    body: { v: [null, null, null, null], c: [null, null], tz: null, cfg, net },
  })

const bits = { fewer: 1 << 7, more: 1 << 8, above128: 1 << 9 }
const warnings = async () => {
  const { units } = await plant.client.call('getUnitsDetails', { plantId: plant.plantId })
  return units[0]?.warnings
}
const readWarnings = () =>
  plant.server.broadcasts.flatMap(({ event, data }) => (event === 'shadow' ? [data.unit.warnings] : [])).at(-1)

beforeEach(async () => {
  await isConfiguredWith(null, [2, 4, 4])
  await reportLampCount(4)
  await reportWarnings(0)
  plant.drainEvents()
})

it('a reported lamp count warning that its counts contradict is ignored', async () => {
  await reportWarnings(bits.fewer | bits.more | bits.above128 | 1)
  expect(await warnings()).toEqual(['no_mains'])
})

describe('lamp count warning', () => {
  it.each([
    { cfg: 5, code: 'fewer_lamps_than_configured' },
    { cfg: 3, code: 'more_lamps_than_configured' },
  ])('for $cfg configured of 4 lamps is $code', async ({ cfg, code }) => {
    await isConfiguredWith(cfg, [2, 4, 4])
    expect(await warnings()).toEqual([code])
    expect(readWarnings()).toEqual([code])
    await reportWarnings(1)
    expect(await warnings()).toEqual(['no_mains', code])
    await isConfiguredWith(4, [2, 4, 4])
    expect(await warnings()).toEqual(['no_mains'])
  })

  it('ends when enough lamps report', async () => {
    await isConfiguredWith(5, [0, 0, null])
    await reportLampCount(5)
    expect(await warnings()).toEqual([])
    expect(readWarnings()).toEqual([])
  })

  it('waits for the end of a search', async () => {
    await isConfiguredWith(9, [1, 4, 9])
    expect(await warnings()).toEqual([])
    await reportWarnings(0, [2, 4, 9])
    expect(await warnings()).toEqual(['fewer_lamps_than_configured'])
    expect(readWarnings()).toEqual(['fewer_lamps_than_configured'])
  })
})

it('the 128 lamp warning counts the lamps found by a search', async () => {
  await reportWarnings(0, [2, 129, 129])
  expect(await warnings()).toEqual(['more_than_128_lamps'])
  await reportWarnings(0, [2, 128, 128])
  expect(await warnings()).toEqual([])
})

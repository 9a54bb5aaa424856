import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
let boot = 1
beforeAll(async () => {
  plant = await openPlantWithUnit()
})
afterAll(() => plant.server.stop())
/** The unit restarts, and has lamps 1 to 4. */
const start = async () => {
  boot += 1
  await sendMessage({ seq: 0, lamps: [1, 2, 3, 4], lampList: [1, 2, 3, 4] })
  plant.drainEvents()
}
beforeEach(start)

type Message = { seq: number; lamps: number[]; lampList?: number[] }
const lamp = (addr: number) => [addr, `A1B2C${addr}`, 0, 2, 8, 0, 2, 254, 30, 254, 1, 1, 0, 'ST-8', '1.0']
const sendMessage = ({ lamps, ...message }: Message) =>
  plant.sendMessage('state', { boot, at: '2026-03-02T09:00:00Z', body: { l: lamps.map(lamp) }, ...message })
const listLampIds = async () => (await plant.client.call('getLamps', plant.unit)).lamps.map(({ id }) => id)

it('a command to a lamp not yet named by a refresh is accepted', async () => {
  await sendMessage({ seq: 1, lamps: [1, 2] })
  expect(await plant.client.refusal('identifyLamp', { ...plant.unit, addr: 3, seconds: 12 })).toBeNull()
  await sendMessage({ seq: 2, lamps: [3, 4], lampList: [1, 2, 3, 4] })
  expect(await listLampIds()).toEqual([1, 2, 3, 4])
})

it('a refresh with the same lamps makes no screen reload', async () => {
  await sendMessage({ seq: 1, lamps: [1, 2] })
  await sendMessage({ seq: 2, lamps: [3, 4], lampList: [1, 2, 3, 4] })
  expect(plant.drainEvents()).not.toContain('lampsReset')
})

it('a removed lamp makes screens reload once and updates the counts', async () => {
  await sendMessage({ seq: 1, lamps: [1, 2] })
  expect(plant.drainEvents()).not.toContain('lampsReset')
  await sendMessage({ seq: 2, lamps: [], lampList: [1, 2] })
  expect(plant.drainEvents().filter((event) => event === 'lampsReset')).toHaveLength(1)
  const { units } = await plant.client.call('getUnitsDetails', { plantId: plant.plantId })
  expect(units[0]?.lamps).toMatchObject({ present: 2 })
})

it('a lost message removes no lamp that it would have named', async () => {
  await sendMessage({ seq: 1, lamps: [1] })
  await sendMessage({ seq: 3, lamps: [4], lampList: [1, 2, 3, 4] })
  expect(await listLampIds()).toEqual([1, 2, 3, 4])
})

it('a lost lamp list removes no lamp', async () => {
  await sendMessage({ seq: 1, lamps: [1] })
  expect(await listLampIds()).toEqual([1, 2, 3, 4])
})

it('the list is empty once a unit has no lamps', async () => {
  await sendMessage({ seq: 1, lamps: [], lampList: [] })
  expect(await listLampIds()).toEqual([])
})

const permutationsOf = <T>(items: readonly T[]): T[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, at) => permutationsOf(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))

describe('overlapping refreshes', () => {
  /**
   * The server detects only the end of the second. Lamp 4 left before the first, lamp 5 between; lamp 6 came after
   * both.
   */
  const messages: Message[] = [
    { seq: 2, lamps: [1, 2] },
    { seq: 3, lamps: [3, 5], lampList: [1, 2, 3, 5] },
    { seq: 4, lamps: [3], lampList: [1, 2, 3] },
    { seq: 5, lamps: [6] },
  ]

  it('end with the same lamps for any order and repetitions', async () => {
    for (const order of permutationsOf(messages)) {
      await start()
      for (const message of order) await sendMessage(message)
      const [first] = order
      if (first) await sendMessage(first)
      expect(await listLampIds(), `after ${order.map(({ seq }) => seq)}`).toEqual([1, 2, 3, 6])
    }
  })

  it('end with the same lamps on two nodes at once', async () => {
    const other = plant.server.openInbox()
    const life = 'a11fea11fea11fe0'
    await Promise.all(
      messages.map(({ lamps, ...message }, at) => {
        const content = { life, boot, at: '2026-03-02T09:00:00Z', body: { l: lamps.map(lamp) }, ...message }
        const inbox = at % 2 ? other : plant.server.inbox
        return inbox.accept(`v1/${plant.unit.topic}/up/state`, Buffer.from(JSON.stringify(content)))
      }),
    )
    await other.stop()
    expect(await listLampIds()).toEqual([1, 2, 3, 6])
  })
})

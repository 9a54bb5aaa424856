import { afterAll, beforeAll, expect, it } from 'vitest'
import { openManyPlants } from '../../testing/many-plants.ts'

const plants = 2_000
const maxBytes = 100 * 1024

let plant: Awaited<ReturnType<typeof openManyPlants>>
beforeAll(async () => {
  plant = await openManyPlants(plants)
})
afterAll(() => plant.server.stop())

const bytesOf = (answer: object): number => Buffer.byteLength(JSON.stringify(answer))

it('the year of 2,000 plants and each page of a month are answers of less than 100 KB, with the same tests', async () => {
  const year = await plant.client.call('getTestYear', { year: 2026 })
  expect(bytesOf(year)).toBeLessThan(maxBytes)
  const inMarch = year.days.filter(({ day }) => day.startsWith('2026-03'))
  const counted = inMarch.reduce((sum, { functional, autonomy }) => sum + functional + autonomy, 0)
  expect(counted).toBeGreaterThan(plants)
  const listed = new Set<string>()
  for (let page = 1; listed.size < counted; page++) {
    const month = await plant.client.call('getTestMonth', { month: '2026-03', page, pageSize: 200 })
    expect(month.total).toBe(counted)
    expect(month.tests.length).toBeGreaterThan(0)
    expect(bytesOf(month)).toBeLessThan(maxBytes)
    for (const { cu, plant_id, kind, at } of month.tests) listed.add(`${cu} ${plant_id} ${kind} ${at}`)
  }
})

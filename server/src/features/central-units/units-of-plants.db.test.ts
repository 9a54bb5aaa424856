import { afterAll, beforeAll, expect, it } from 'vitest'
import { openManyPlants } from '../../testing/many-plants.ts'

const plants = 2_000
const maxBytes = 100 * 1024

let plant: Awaited<ReturnType<typeof openManyPlants>>
beforeAll(async () => {
  plant = await openManyPlants(plants)
})
afterAll(() => plant.server.stop())

it('the units of 2,000 plants are listed once each, in answers of less than 100 KB', async () => {
  const units: string[] = []
  const sizes: number[] = []
  let after: string | undefined
  do {
    const page = await plant.client.call('getAllCuInfo', after === undefined ? {} : { after })
    units.push(...page.units.map(({ plant_id, cu_id }) => `${plant_id} ${cu_id}`))
    sizes.push(Buffer.byteLength(JSON.stringify(page)))
    after = page.next ?? undefined
  } while (after)
  expect(units).toHaveLength(plants)
  expect(new Set(units).size).toBe(plants)
  expect(Math.max(...sizes)).toBeLessThan(maxBytes)
})

it('a person sees no units of others, also after a unit of another', async () => {
  const nonMember = plant.server.as(await plant.server.create.user())
  const { next } = await plant.client.call('getAllCuInfo', {})
  expect(await nonMember.call('getAllCuInfo', { after: next ?? '' })).toEqual({ units: [], next: null })
})

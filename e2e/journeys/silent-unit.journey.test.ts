import { beforeAll, expect, it } from 'vitest'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { type Person, useProduct } from '../support/people.ts'

/** A unit receives and never answers: the person sees each attempt, then the failure in plain words. */
const journey = useProduct({
  units: [{ type: 'logica', serial: '0A1B01', lamps: 8, enrolled: true, plant: 'hospital' }],
})
let installer: Person
let plantId: string

beforeAll(async () => {
  const api = await createApiClient(journey.product.url).signIn('installer')
  plantId = await pollUntil('its lamps', async () => {
    const { plants } = await api.call('getAllPlants', { search: 'Ospedale' })
    const id = plants[0]?.plant_id ?? ''
    return (await api.call('getLamps', { plantId: id })).total === 8 && id
  })
  installer = await journey.comeIn()
  await installer.signIn('installer')
  await journey.product.panel('logica_0A1B01', 'fault', { fault: { name: 'never-answers' } })
})

it('a command to a silent unit shows retries, then no answer, and offers another try', async () => {
  const { page } = installer
  await installer.goTo(`/plantcentralunits/${plantId}`)
  await page.getByRole('row', { name: /^Select lamp 0003/ }).click()
  const lamp = page.getByRole('complementary', { name: 'Lamp 0003' })
  await lamp.getByRole('button', { name: 'Identify' }).click()
  await lamp
    .getByRole('status')
    .getByText(/^Retry 1 of \d+$/)
    .waitFor({ timeout: 30_000 })
  await lamp.getByText(/^No answer after \d+ retr/).waitFor({ timeout: 90_000 })
  await journey.product.panel('logica_0A1B01', 'fault', { fault: null })
  await lamp.getByRole('button', { name: 'Try again' }).click()
  await lamp.getByText('Blinking now').waitFor()
  expect(await lamp.getByRole('button', { name: 'Try again' }).count()).toBe(0)
})

import { beforeAll, expect, it } from 'vitest'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { waitForKeptRead } from '../support/kept-reads.ts'
import { type Person, useProduct } from '../support/people.ts'

/**
 * Two people commission one unit by phone. Each lamp blinks for one of them, one works offline, and somebody changes
 * phones.
 */
const unit = 'logica_0A1B01'
const journey = useProduct({
  units: [{ type: 'logica', serial: '0A1B01', lamps: 8, enrolled: true, plant: 'hospital' }],
})
const phone = { width: 390, height: 844 }
/** A person who signs in and then walks with a phone. */
const withPhone = async (name: string): Promise<Person> => {
  const person = await journey.comeIn()
  await person.signIn(name)
  await person.page.setViewportSize(phone)
  return person
}
let api: Awaited<ReturnType<typeof createApiClient>>
let marta: Person
let luca: Person
let plantId: string

const isAt = ({ page }: Person, number: string) => page.getByRole('heading', { name: `Lamp ${number}` }).waitFor()
const place = ({ page }: Person) => page.getByRole('textbox', { name: 'Place' })
const next = ({ page }: Person) => page.getByRole('button', { name: /^Next: lamp/ })
const waitForPlaced = ({ page }: Person, count: number) => page.getByText(`${count} of 8`, { exact: true }).waitFor()
const saveLocation = async (person: Person, location: string) => {
  await place(person).fill(location)
  await next(person).click()
}
const locationOf = async (addr: number) => {
  const { lamps } = await api.call('getLamps', { plantId })
  return lamps.find(({ id }) => id === addr)?.location
}
/** Numbers of the lamps now blinking, as on the ceiling. */
const blinking = async (): Promise<number[]> => {
  const { lamps } = (await journey.product.panelState(unit)) as { lamps: { addr: number; isBlinking: boolean }[] }
  return lamps.filter((lamp) => lamp.isBlinking).map(({ addr }) => addr)
}

beforeAll(async () => {
  api = await createApiClient(journey.product.url).signIn('installer')
  plantId = await pollUntil('the lamps', async () => {
    const { plants } = await api.call('getAllPlants', {})
    for (const { plant_id: id } of plants) if ((await api.call('getLamps', { plantId: id })).total === 8) return id
    return false
  })
  ;[marta, luca] = await Promise.all([withPhone('installer'), withPhone('staff')])
})

it('two people on one walk get different lamps and see where the other is', async () => {
  await marta.goTo(`/unit/${plantId}/${unit}`)
  await marta.page.getByRole('main').getByRole('button', { name: 'More' }).click()
  await marta.page.getByRole('menuitem', { name: 'Commissioning' }).click()
  await isAt(marta, '0001')
  await expect.poll(blinking).toContain(1)
  await luca.goTo(`/plantcentralunits/${plantId}`)
  await luca.page.getByRole('link', { name: 'Go on' }).click()
  await isAt(luca, '0002')
  await expect.poll(blinking).toContain(2)
  await luca.page.getByText(/ is at lamp 0001$/).waitFor()
  await marta.page.getByText(/ is at lamp 0002$/).waitFor()
})

it('Next saves the lamp, updates the other phone and moves the blinking on', async () => {
  await saveLocation(marta, 'Door 1')
  await isAt(marta, '0003')
  await waitForPlaced(luca, 1)
  await expect.poll(blinking).toContain(3)
  await expect.poll(blinking).not.toContain(1)
  await saveLocation(luca, 'Door 2')
  await isAt(luca, '0004')
  await waitForPlaced(marta, 2)
  expect([await locationOf(1), await locationOf(2)]).toEqual(['Door 1', 'Door 2'])
})

it('a lamp that cannot be found is skipped with a reason', async () => {
  const { page } = luca
  await page.getByRole('button', { name: 'Skip', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'No access' }).click()
  await isAt(luca, '0005')
})

it('places entered offline stay on the phone and are sent once after reconnecting', async () => {
  const { context, page } = marta
  await waitForKeptRead(page, 'getWalk')
  await context.setOffline(true)
  await page.getByText(/^No network since/).waitFor()
  await place(marta).fill('Cellar 3')
  await page.getByRole('button', { name: 'Keep it here and go on' }).click()
  await isAt(marta, '0006')
  await place(marta).fill('Cellar 6')
  await page.getByRole('button', { name: 'Keep it here and go on' }).click()
  await page.getByRole('button', { name: '2 entries wait here' }).waitFor()
  expect(await locationOf(3)).not.toBe('Cellar 3')
  await context.setOffline(false)
  await page.getByText('2 entries sent.').waitFor()
  await waitForPlaced(luca, 4)
  expect([await locationOf(3), await locationOf(6)]).toEqual(['Cellar 3', 'Cellar 6'])
  const { lamp } = await api.call('getLamp', { plantId, topic: unit, addr: 6 })
  expect(lamp.version).toBe((await api.call('getLamp', { plantId, topic: unit, addr: 3 })).lamp.version)
})

it('a walk resumes on another phone at the same lamp', async () => {
  await isAt(marta, '0007')
  await marta.context.setOffline(true)
  const other = await withPhone('installer')
  await other.goTo(`/plantcentralunits/${plantId}`)
  await other.page.getByRole('link', { name: 'Go on' }).click()
  await isAt(other, '0007')
  await saveLocation(other, 'Door 7')
  await isAt(other, '0008')
  await place(other).fill('Door 8')
  await other.page.getByRole('button', { name: 'Save', exact: true }).click()
  // Luca has the last lamp: nothing remains for this person, and the page lists the skipped lamps.
  await other.page.getByRole('heading', { name: 'No lamp is left for you now' }).waitFor()
  await other.page.getByText('No access').waitFor()
  await other.page.getByRole('button', { name: 'Return to 1 skipped lamp' }).click()
  await isAt(other, '0004')
  await place(other).fill('Door 4')
  await other.page.getByRole('button', { name: 'Save', exact: true }).click()
  await place(luca).fill('Door 5')
  await luca.page.getByRole('button', { name: 'Save', exact: true }).click()
  for (const { page } of [other, luca]) await page.getByRole('heading', { name: 'Every lamp has its place' }).waitFor()
  await expect.poll(blinking).toEqual([])
})

import { beforeAll, expect, it } from 'vitest'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { type Person, useProduct } from '../support/people.ts'

/** A plant is archived, read, restored, deleted and restored again, while its owner watches. */
const journey = useProduct({
  units: [{ type: 'logica', serial: '0A1B01', lamps: 12, enrolled: true, plant: 'hospital' }],
})
let installer: Person
let owner: Person
let plantId = ''
let plantname = ''

beforeAll(async () => {
  const api = await createApiClient(journey.product.url).signIn('installer')
  await pollUntil('all lamps', async () => {
    const { plants } = await api.call('getAllPlants', {})
    const hospital = plants.find((plant) => plant.plantname.startsWith('Ospedale'))
    plantId = hospital?.plant_id ?? ''
    plantname = hospital?.plantname ?? ''
    return (await api.call('getLamps', { plantId })).total === 12
  })
  ;[installer, owner] = [await journey.comeIn(), await journey.comeIn()]
  await Promise.all([installer.signIn('installer'), owner.signIn('owner')])
})

const settings = (tab = 'general') => `/plantgeneral/${plantId}?tab=${tab}`
const banner = ({ page }: Person) => page.getByText(/^Archived since/)
const restoreButton = (person: Person, name: string) =>
  person.page.getByRole('button', { name, description: /The plant is archived/ }).first()

it('an archived plant is read-only, also for its administrator', async () => {
  const { page, goTo } = installer
  await owner.goTo(`/plantcentralunits/${plantId}`)
  await owner.page.getByText('12 devices', { exact: true }).waitFor()
  await goTo(settings('advanced'))
  await page.getByRole('button', { name: 'Archive plant' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive plant' }).click()
  await Promise.all([banner(installer).waitFor(), banner(owner).waitFor()])

  await goTo(settings())
  await restoreButton(installer, 'Manage client').waitFor()
  expect(await page.getByRole('button', { name: 'Save plant data' }).count()).toBe(0)
  await goTo(`/plantusers/${plantId}`)
  await restoreButton(installer, 'Invite').waitFor()
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: /^Remove.*The plant is archived/ }).waitFor()
  await page.keyboard.press('Escape')
  await goTo(`/logbook/${plantId}`)
  await restoreButton(installer, 'Sign now').waitFor()
  expect(await page.getByRole('button', { name: 'Add entry' }).count()).toBe(0)
  await goTo(`/plantcentralunits/${plantId}`)
  await page.getByText('12 devices', { exact: true }).waitFor()
})

it('a restored plant can be changed again in both browsers', async () => {
  const { page, goTo } = installer
  await goTo(settings('advanced'))
  await page.getByRole('button', { name: 'Take out of the archive' }).click()
  await banner(owner).waitFor({ state: 'detached' })
  await goTo(settings())
  await page.getByRole('button', { name: 'Save plant data' }).waitFor()
})

it('a deleted plant is restored completely', async () => {
  const { page, goTo } = installer
  await goTo(settings('advanced'))
  await page.getByRole('button', { name: 'Delete plant' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(plantname)
  await dialog.getByRole('button', { name: 'Delete plant' }).click()
  await dialog.waitFor({ state: 'detached' })
  await goTo('/deletedplants')
  await page.getByRole('button', { name: /^Restore/ }).click()
  await dialog.getByRole('button', { name: 'Restore plant' }).click()
  await dialog.getByText(/is back$/).waitFor()
  await dialog.getByRole('link', { name: 'Open the plant' }).click()
  await page.getByRole('heading', { name: plantname, level: 1 }).waitFor()
  await owner.goTo(`/plantcentralunits/${plantId}`)
  await owner.page.getByText('12 devices', { exact: true }).waitFor()
})

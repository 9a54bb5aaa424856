import { beforeAll, expect, it } from 'vitest'
import { createApiClient, until } from '../support/api-client.ts'
import { type Person, useProduct } from '../support/people.ts'

/** A scene is written beside its week, warned of a clash, and removed, while another person looks on. */
const journey = useProduct({
  units: [{ type: 'logica', serial: '0A1B01', lamps: 12, enrolled: true, plant: 'hospital' }],
})
let api: Awaited<ReturnType<ReturnType<typeof createApiClient>['signIn']>>
let installer: Person
let owner: Person
let plantId = ''

beforeAll(async () => {
  api = await createApiClient(journey.product.url).signIn('installer')
  await until('all lamps', async () => {
    const { plants } = await api.call('getAllPlants', {})
    plantId = plants.find(({ plantname }) => plantname.startsWith('Ospedale'))?.plant_id ?? ''
    return (await api.call('getLamps', { plantId })).total === 12
  })
  const collection = { name: 'Corridor', topic: 'logica_0A1B01', groups: [3] }
  await api.call('saveCollection', { plantId, collection })
  ;[installer, owner] = [await journey.comeIn(), await journey.comeIn()]
  await Promise.all([installer.signIn('installer'), owner.signIn('owner')])
})

const addAggregation = async () => {
  await installer.page.getByRole('combobox', { name: 'Add aggregation' }).click()
  await installer.page.getByRole('option', { name: 'Corridor' }).click()
}

it('a scene is written with its next runs in sight, and is in front of another person at once', async () => {
  const { page, goTo } = installer
  await Promise.all([goTo(`/scenari/${plantId}`), owner.goTo(`/scenari/${plantId}`)])
  await owner.page.getByText('No scenes yet').waitFor()
  await page.getByRole('button', { name: 'New scene' }).click()
  const panel = page.getByRole('complementary', { name: 'New scene' })
  await panel.getByRole('textbox', { name: 'Name' }).fill('Cleaning')
  await panel.getByRole('textbox', { name: 'Time of day' }).fill('05:30')
  await addAggregation()
  await panel.getByRole('slider', { name: 'Level of Corridor' }).press('ArrowRight')
  await expect.poll(() => panel.getByRole('region', { name: 'Next runs' }).getByRole('listitem').count()).toBe(10)
  await panel
    .getByText(/05:30$/)
    .first()
    .waitFor()
  await panel.getByRole('button', { name: 'Create' }).click()
  await owner.page.getByRole('row', { name: /Cleaning.*Every day, 05:30/ }).waitFor({ timeout: 5000 })
  const [saved] = (await api.call('getScenes', { plantId })).scenes
  expect(saved?.collections).toMatchObject([{ level: 51 }])
})

it('a scene of the same minute on the same lamps is told before it is saved', async () => {
  const { page, goTo } = installer
  await goTo(`/scenari/${plantId}?view=week&scene=new`)
  const panel = page.getByRole('complementary', { name: 'New scene' })
  await panel.getByRole('textbox', { name: 'Name' }).fill('Washing')
  await panel.getByRole('textbox', { name: 'Time of day' }).fill('05:30')
  await addAggregation()
  await panel.getByText('Same minute, same lamps').waitFor()
  await page.getByText('05:30 Washing (Not saved)').first().waitFor()
  await panel.getByRole('textbox', { name: 'Time of day' }).fill('05:31')
  await panel.getByText('Same minute, same lamps').waitFor({ state: 'detached' })
  await panel.getByRole('button', { name: 'Create' }).click()
  await page.getByText('05:31 Washing', { exact: true }).first().waitFor()
})

it('a scene that is removed is gone for the other person, who may remove none', async () => {
  const { page, goTo } = installer
  await goTo(`/scenari/${plantId}`)
  await page.getByRole('row', { name: /Cleaning/ }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('dialog', { name: 'Remove Cleaning?' }).getByRole('button', { name: 'Remove' }).click()
  await owner.page.getByRole('row', { name: /Cleaning/ }).waitFor({ state: 'detached', timeout: 5000 })
  expect(await owner.page.getByRole('button', { name: 'New scene' }).getAttribute('aria-disabled')).toBe('true')
  await owner.goTo(`/scenaricentrale/${plantId}`)
  await owner.page.getByText('1 of 16 places used').waitFor()
})

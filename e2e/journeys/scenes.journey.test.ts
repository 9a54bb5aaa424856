import { beforeAll, describe, expect, it } from 'vitest'
import { isFullRun } from '../../server/src/testing/depth.ts'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { type Person, useProduct } from '../support/people.ts'

/** A person edits a scene beside its week, sees a clash warning, and removes it, while another person watches. */
const journey = useProduct({
  units: [{ type: 'logica', serial: '0A1B01', lamps: 12, enrolled: true, plant: 'hospital' }],
})
let api: Awaited<ReturnType<ReturnType<typeof createApiClient>['signIn']>>
let installer: Person
let owner: Person
let plantId = ''
let group = 3

beforeAll(async () => {
  api = await createApiClient(journey.product.url).signIn('installer')
  await pollUntil('all lamps', async () => {
    const { plants } = await api.call('getAllPlants', {})
    plantId = plants.find(({ plantname }) => plantname.startsWith('Ospedale'))?.plant_id ?? ''
    return (await api.call('getLamps', { plantId })).total === 12
  })
  // A group with lamps for light levels.
  const { lamps } = await api.call('getLamps', { plantId })
  const litLamp = lamps.find(
    ({ groups, type, function: lampFunction }) =>
      groups.length > 0 && (type === 'lighting' || lampFunction === 'maintained'),
  )
  group = litLamp?.groups[0] ?? group
  const collection = { name: 'Corridor', topic: 'logica_0A1B01', groups: [group] }
  await api.call('saveCollection', { plantId, collection })
  ;[installer, owner] = [await journey.comeIn(), await journey.comeIn()]
  await Promise.all([installer.signIn('installer'), owner.signIn('owner')])
})

const addAggregation = async (page = installer.page) => {
  await page.getByRole('combobox', { name: 'Add aggregation' }).click()
  await page.getByRole('option', { name: 'Corridor' }).click()
}

const scenesCalled = async (name: string) =>
  (await api.call('getScenes', { plantId })).scenes.filter((scene) => scene.name === name)

it('a new scene shows its next runs and appears to another member at once', async () => {
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
  await owner.page.getByRole('row', { name: /Cleaning.*Every day, 05:30/ }).waitFor()
  const [savedScene] = (await api.call('getScenes', { plantId })).scenes
  expect(savedScene?.collections).toMatchObject([{ level: 51 }])
})

it('the form warns of clashing scenes before saving', async () => {
  const { page, goTo } = installer
  await goTo(`/scenari/${plantId}?view=week&scene=new`)
  const panel = page.getByRole('complementary', { name: 'New scene' })
  await panel.getByRole('textbox', { name: 'Name' }).fill('Washing')
  await panel.getByRole('textbox', { name: 'Time of day' }).fill('05:30')
  await addAggregation()
  await panel.getByText('Same minute, same lamps').waitFor()
  await page
    .getByRole('row', { name: /05:30 Washing \(Not saved\).*wins/ })
    .first()
    .waitFor()
  await panel.getByRole('textbox', { name: 'Time of day' }).fill('05:31')
  await panel.getByText('Same minute, same lamps').waitFor({ state: 'detached' })
  await panel.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('complementary', { name: 'Washing' }).waitFor()
  await page
    .getByRole('row', { name: /05:31 Washing [^(]/ })
    .first()
    .waitFor()
})

const levels = async () => {
  const { lamps } = (await journey.product.panelState('logica_0A1B01')) as { lamps: { addr: number; level: number }[] }
  const groupLamps = (await api.call('getLamps', { plantId })).lamps.filter(
    ({ groups, type, function: lampFunction }) =>
      groups.includes(group) && (type === 'lighting' || lampFunction === 'maintained'),
  )
  return [...new Set(lamps.filter(({ addr }) => groupLamps.some(({ id }) => id === addr)).map(({ level }) => level))]
}

it('a scene is activated from its zone, its lamps follow, and others see the author', async () => {
  const { page, goTo } = installer
  const collections = [(await api.call('getCollections', { plantId })).collections[0]?.id ?? '']
  const { zone } = await api.call('saveZone', { plantId, zone: { zoneName: 'Ground floor', collections } })
  const scene = { name: 'Visitors', ramp: false, enabled: false, activation: { mode: 'manual' as const } }
  const savedScene = await api.call('saveScene', {
    plantId,
    scene: { ...scene, collections: [{ id: collections[0] ?? '', level: 35 }] },
  })
  await Promise.all([goTo(`/zone/zoneDetail/${plantId}/${zone.id}`), owner.goTo(`/scenari/${plantId}?view=history`)])
  await page.getByRole('button', { name: 'Activate Visitors' }).click()
  await owner.page.getByText(/By hand · /).waitFor()
  await owner.page.getByText('Done', { exact: true }).first().waitFor()
  await expect.poll(levels).toEqual([35])
  await owner.goTo(`/scenari/${plantId}?scene=${savedScene.scene.id}`)
  const panel = owner.page.getByRole('complementary', { name: 'Visitors' })
  await panel
    .getByRole('region', { name: 'Last runs' })
    .getByText(/By hand/)
    .waitFor()
  expect(await panel.getByRole('button', { name: 'Activate' }).getAttribute('aria-disabled')).toBe('true')
})

describe.runIf(isFullRun)('waiting for connection or time', () => {
  it('a form keeps new input while the scene is being saved', async () => {
    const { newTab, goTo } = installer
    const savedLate = Promise.withResolvers<void>()
    const page = await newTab()
    await page.routeWebSocket(/realtime/, (browser) => {
      const server = browser.connectToServer()
      browser.onMessage(async (message) => {
        if (message.includes('"saveScene"')) await savedLate.promise
        server.send(message)
      })
    })
    await goTo(`/scenari/${plantId}?scene=new`, page)
    const panel = page.getByRole('complementary', { name: 'New scene' })
    await panel.getByRole('textbox', { name: 'Name' }).fill('Dusting')
    await addAggregation(page)
    await panel.getByRole('button', { name: 'Create' }).click()
    await goTo(`/scenari/${plantId}?view=week&scene=new`, page)
    await expect.poll(() => panel.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('')
    await panel.getByRole('textbox', { name: 'Name' }).fill('Polishing')
    savedLate.resolve()
    await pollUntil('it is saved', async () => (await scenesCalled('Dusting')).length > 0)
    await page
      .getByRole('row', { name: /Dusting/ })
      .first()
      .waitFor()
    expect(await panel.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Polishing')
    await page.reload()
    await panel.getByRole('textbox', { name: 'Name' }).waitFor()
    await page.close()
  })

  it('a save waits for the connection, and without one it sends nothing', async () => {
    const { newTab, goTo } = installer
    const line = Promise.withResolvers<void>()
    const page = await newTab()
    await page.routeWebSocket(/realtime/, async (browser) => {
      await line.promise
      browser.connectToServer()
    })
    await goTo(`/scenari/${plantId}?scene=new`, page)
    const panel = page.getByRole('complementary', { name: 'New scene' })
    await panel.getByRole('textbox', { name: 'Name' }).fill('Airing')
    await addAggregation(page)
    const create = panel.getByRole('button', { name: 'Create' })
    await create.click()
    await panel.getByText('There is no live connection, so nothing was sent.').waitFor({ timeout: 20_000 })
    expect(await scenesCalled('Airing')).toEqual([])
    await create.click()
    await panel.getByText('There is no live connection, so nothing was sent.').waitFor({ state: 'detached' })
    expect(await scenesCalled('Airing')).toEqual([])
    line.resolve()
    await page
      .getByRole('row', { name: /Airing/ })
      .first()
      .waitFor()
    expect(await scenesCalled('Airing')).toHaveLength(1)
    await page.close()
  })

  it('a preview on lamps ends on its own after the browser was closed', async () => {
    const { goTo, newTab } = installer
    const tab = await newTab()
    const scene = (await api.call('getScenes', { plantId })).scenes.find(({ name }) => name === 'Dusting')
    await goTo(`/scenari/${plantId}?scene=${scene?.id ?? ''}`, tab)
    await tab.getByRole('button', { name: 'Show on the lamps' }).click()
    await expect.poll(levels).toEqual([50])
    await tab.getByRole('button', { name: 'End preview' }).click()
    await expect.poll(levels).toEqual([35])
    await tab.getByRole('button', { name: 'Show on the lamps' }).click()
    await expect.poll(levels).toEqual([50])
    await tab.close()
    await expect.poll(levels, { timeout: 60_000 }).toEqual([35])
  })
})

it('a removed scene disappears for the other member, who cannot remove any', async () => {
  const { page, goTo } = installer
  await goTo(`/scenari/${plantId}`)
  await page.getByRole('row', { name: /Cleaning/ }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('dialog', { name: 'Remove Cleaning?' }).getByRole('button', { name: 'Remove' }).click()
  await owner.page.getByRole('row', { name: /Cleaning/ }).waitFor({ state: 'detached' })
  expect(await owner.page.getByRole('button', { name: 'New scene' }).getAttribute('aria-disabled')).toBe('true')
  await owner.goTo(`/scenaricentrale/${plantId}`)
  await owner.page.getByText(`${isFullRun ? 3 : 1} of 16 places used`).waitFor()
})

import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { useProduct } from '../support/people.ts'
import { measureOverflowX } from '../support/readable.ts'

/** The overview of a plant with four units and four causes, as roles and screens show it. */
const serials = ['0A1B01', '0A1B02', '0A1B03', '0A1B04']
const faults = ['battery_short', 'led_open', 'charger'] as const
const journey = useProduct({
  units: serials.map((serial) => ({ type: 'logica' as const, serial, lamps: 12, enrolled: true, plant: 'hospital' })),
})
let plantId = ''

beforeAll(async () => {
  const api = await createApiClient(journey.product.url).signIn('installer')
  for (const [at, fault] of faults.entries())
    await journey.product.panel(`logica_${serials[at]}`, 'lamp-fault', { addr: 3, faults: [fault] })
  await journey.product.panel(`logica_${serials[3]}`, 'lamp-fault', { addr: 3, faults: ['battery_short'] })
  await pollUntil('four causes', async () => {
    const { plants } = await api.call('getAllPlants', { search: 'camillo' })
    plantId = plants[0]?.plant_id ?? ''
    return plants[0]?.lamps === 48 && plants[0].attention.length >= 4
  })
})

/** The lowest edge of a card on the page. */
const bottomOfCards = (page: Page): Promise<number> =>
  page
    .getByRole('main')
    .locator('[data-part="overview"] .vx-card')
    .evaluateAll((cards) => Math.max(...cards.map((card) => Math.ceil(card.getBoundingClientRect().bottom))))

it.each([
  [1440, 900, 'en-GB', 'Next tests'],
  [1440, 900, 'de-DE', 'Nächste Tests'],
  [1440, 900, 'pl-PL', 'Najbliższe testy'],
  [1280, 800, 'en-GB', 'Next tests'],
  [1280, 800, 'de-DE', 'Nächste Tests'],
])('fits one screen of %i × %i in %s', async (width, height, locale, lastCard) => {
  const person = await journey.comeIn({ viewport: { width, height }, locale, timezoneId: 'Europe/Rome' })
  await person.signIn('installer')
  await person.goTo(`/plant/${plantId}`)
  const { page } = person
  await page.getByRole('heading', { name: lastCard }).waitFor()
  await expect.poll(() => page.locator('[data-part="attention"] li').count()).toBe(4)
  await page.waitForLoadState('networkidle')
  await expect.poll(() => bottomOfCards(page)).toBeLessThanOrEqual(height)
  expect(await measureOverflowX(page)).toBe(0)
})

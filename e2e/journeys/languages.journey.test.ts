import { beforeAll, describe, expect, it } from 'vitest'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { useProduct } from '../support/people.ts'

/** The preferred language of the browser, and the language of the product. */
const preferred = [
  ['en-US', 'en', 'Sign in'],
  ['it-IT', 'it', 'Accedi'],
  ['de-AT', 'de', 'Anmelden'],
  ['es-ES', 'es', 'Entrar'],
  ['fr-FR', 'fr', 'Se connecter'],
  ['cs-CZ', 'cs', 'Přihlásit se'],
  ['no', 'nb', 'Logg inn'],
  ['nb-NO', 'nb', 'Logg inn'],
  ['nn-NO', 'nb', 'Logg inn'],
  ['pl-PL', 'pl', 'Zaloguj się'],
  ['pt-BR', 'pt', 'Entrar'],
  ['ja-JP', 'en', 'Sign in'],
] as const

/** An untranslated key: `lamps:title.all`, `errors.lamp.charger`, `{{count}}`. */
const visibleKey = /\b[a-z][a-z-]+:[a-z]+(?:\.[a-z_A-Z]+)+\b|\berrors\.[a-z]+|\{\{|\b[a-z]+\.[a-z]+[A-Z]\w*\b/

const journey = useProduct({
  units: [{ type: 'logica', serial: '0A1B01', lamps: 12, enrolled: true, plant: 'hospital' }],
})
let plantId: string
beforeAll(async () => {
  const api = await createApiClient(journey.product.url).signIn('installer')
  plantId = (await api.call('getAllPlants', { search: 'Ospedale' })).plants[0]?.plant_id ?? ''
  await pollUntil('its lamps', async () => (await api.call('getLamps', { plantId })).total === 12)
})

describe('the sign-in page', () => {
  it.each(preferred)('of a %s browser speaks %s', async (locale, language, signIn) => {
    const { page, context, goTo } = await journey.comeIn({ locale })
    await goTo('/login')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
    await page.getByRole('button', { name: signIn, exact: true }).waitFor()
    await context.close()
  })
})

describe('no page shows a translation key', () => {
  it('in any language', async () => {
    const { page, goTo, signIn } = await journey.comeIn()
    await signIn('installer')
    await goTo('/home')
    const places = [
      '/home',
      `/plant/${plantId}`,
      `/plantcentralunits/${plantId}`,
      `/plantcentralunits/${plantId}/centralunits`,
      `/plantreport/${plantId}`,
    ]
    for (const name of [
      'Italiano',
      'Deutsch',
      'Español',
      'Français',
      'Čeština',
      'Norsk',
      'Polski',
      'Português',
      'English',
    ]) {
      await page
        .getByRole('banner')
        .getByRole('button', { name: /: \S+ [A-Z]{2}$/ })
        .click()
      await page.getByRole('menuitem', { name, exact: true }).click()
      await page.getByRole('button', { name: new RegExp(`: ${name} `) }).waitFor()
      for (const place of places) {
        await goTo(place)
        await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
        const snapshotText = await page.locator('body').ariaSnapshot()
        expect(snapshotText.match(visibleKey)?.[0], `${name} ${place}`).toBeUndefined()
      }
    }
  })
})

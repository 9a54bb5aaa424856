import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { fillPath, type PageName, pageEntry, pageNames } from '../../web/src/site-map.ts'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { type Person, useProduct } from '../support/people.ts'
import {
  findOverlappingTexts,
  findSeriousViolations,
  findSmallTargets,
  measureFirstContent,
  measureOverflowX,
} from '../support/readable.ts'

/** Every path of the product, opened by a permitted person, in light and dark mode, wide and narrow. */
const journey = useProduct({
  units: [
    { type: 'logica', serial: '0A1B01', lamps: 12, enrolled: true, plant: 'hospital' },
    { type: 'gateway', serial: '0E1A01', lamps: 1, enrolled: true, plant: 'hospital' },
  ],
})
const people: Record<'nobody' | 'installer' | 'nto' | 'ba', Person | undefined> = {
  nobody: undefined,
  installer: undefined,
  nto: undefined,
  ba: undefined,
}
let params: Record<string, string>

beforeAll(async () => {
  const api = await createApiClient(journey.product.url).signIn('installer')
  const plantId = (await api.call('getAllPlants', { search: 'Ospedale' })).plants[0]?.plant_id ?? ''
  await pollUntil('its lamps', async () => (await api.call('getLamps', { plantId })).total === 13)
  const { user } = await api.call('getUserInfos', {})
  const unitInput = { topic: 'logica_0A1B01' }
  const { walk } = await api.call('startWalk', { plantId, of: unitInput })
  await journey.product.panel('logica_0A1B01', 'lamp-fault', { addr: 3, faults: ['battery_short'] })
  const faults = await pollUntil('a fault', async () => {
    const { faults: found } = await api.call('getOpenFaults', { plantId })
    return found.length > 0 && found.map(({ topic, lamp, error }) => ({ topic, lamp, error }))
  })
  const { round } = await api.call('createRound', { plantId, title: 'Round', faults })
  const { report } = await api.call('createBleReport', { plantId })
  const { secret } = await api.call('createInspectorLink', { plantId })
  params = {
    plantId,
    unit: 'logica_0A1B01',
    userId: user.userid,
    zoneId: '1',
    walkId: walk.id,
    roundId: round.id,
    productId: 'ST-24',
    pid: '1300005A7',
    fid: 'STILE',
    report,
    secret,
    token: 'of-no-mail',
  }
  people.nobody = await journey.comeIn({ reducedMotion: 'reduce' })
  for (const name of ['installer', 'nto', 'ba'] as const) {
    const person = await journey.comeIn({ reducedMotion: 'reduce' })
    await person.signIn(name)
    people[name] = person
  }
})

const visitorOf = (name: PageName): Person => {
  const { permission } = pageEntry(name)
  const personOfPage = {
    public: people.nobody,
    signedIn: people.installer,
    plant: people.installer,
    nto: people.nto,
    ba: people.ba,
  }
  const found = personOfPage[permission]
  if (!found) throw new Error(`nobody may enter ${name}`)
  return found
}

/** The one unit with Bluetooth devices, for the page of these. */
const unitOf = (name: PageName) => (name === 'unitBluetooth' ? { unit: 'gateway_0E1A01' } : {})
const pathOf = (name: PageName): string => fillPath(pageEntry(name).path, { ...params, ...unitOf(name) })

/** Waits until the page is complete: it has a heading and no loading message. A phone has the heading in the bar. */
const waitForPage = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor({ state: 'attached' })
  await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' })
}

const pageLooks = [
  ['light', 1440],
  ['dark', 390],
  ['dark', 1440],
  ['light', 390],
] as const

describe.each(pageNames)('%s', (name) => {
  it('is accessible in light and dark and on narrow and wide screens', async () => {
    const { page, goTo, complaints } = visitorOf(name)
    complaints.length = 0
    await goTo(pathOf(name))
    for (const [colorScheme, width] of pageLooks) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await waitForPage(page)
      // The frame renders again after the browser reports the narrow width.
      await expect.poll(() => measureOverflowX(page), { message: `${name} ${width} px` }).toBe(0)
      await expect.poll(() => findOverlappingTexts(page), { message: `${name} ${width} px` }).toEqual([])
      // The other two of the four combinations have no differences for axe.
      const isRead = (width === 1440) === (colorScheme === 'light')
      if (isRead) expect(await findSeriousViolations(page), `${colorScheme} ${width} px`).toEqual([])
    }
    const text = await page.getByRole('main').ariaSnapshot()
    expect(text).not.toMatch(/Page not found|Not authorised|not available/)
    expect(complaints).toEqual([])
  })
})

it('the address of a view that the unit type lacks leads to its first view', async () => {
  const { page, goTo } = visitorOf('unitBluetooth')
  await goTo(fillPath(pageEntry('unitBluetooth').path, params))
  await page.waitForURL(/#\/unit\/[^/]+\/logica_0A1B01$/)
  await waitForPage(page)
})

/** Buttons and links with clipped texts. List rows may clip, because the detail page shows the full text. */
const findCutOff = (page: Page) =>
  page
    .getByRole('button')
    .or(page.getByRole('link'))
    .evaluateAll((controls) =>
      controls
        .filter((control) => control.checkVisibility() && !control.closest('[data-part="list"]'))
        .flatMap((control) => [control, ...control.querySelectorAll('span')])
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
        .map(({ textContent }) => textContent),
    )

/**
 * Largest distance of the first content from the top of a phone. Groups of a unit stand below its facts and a choice of
 * three views.
 */
const maxFirstContent = (name: PageName): number => (name === 'unitGroups' ? 340 : 200)

/**
 * Whether the page's filled action, or without one the scan in the bar of signed-in people, lies in the lower 40 % and
 * can be pressed.
 */
const isMainActionInReach = (page: Page): Promise<boolean> =>
  page.evaluate(`(() => {
    const filled = '.mantine-Button-root:not([data-variant])'
    const places = ['walk-foot', 'wizard-foot', 'page-actions'].map((part) => '[data-part=' + part + '] ' + filled).concat('[data-part=bottom-bar] [data-scan]')
    const main = places.map((place) => document.querySelector(place)).find((found) => found?.checkVisibility())
    if (!main) return true
    const { left, top, width, height } = main.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return height >= 44 && top >= innerHeight * 0.6 && main.contains(hit)
  })()`)

describe('in German on a phone', () => {
  it('pages fit the screen and begin high, and buttons are uncut, in reach and large enough to tap', async () => {
    const person = await journey.comeIn({ locale: 'de-DE', viewport: { width: 390, height: 844 } })
    const { page, goTo } = person
    const small: Partial<Record<PageName, string[]>> = {}
    const outOfReach: PageName[] = []
    const measure = async (visitor: Person) => {
      for (const name of pageNames.filter((one) => visitorOf(one) === visitor)) {
        await goTo(pathOf(name))
        await page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor({ state: 'attached' })
        await page.getByRole('status', { name: 'Wird geladen' }).waitFor({ state: 'detached' })
        expect(await findCutOff(page), name).toEqual([])
        expect(await measureOverflowX(page), name).toBe(0)
        if (!(await isMainActionInReach(page))) outOfReach.push(name)
        await expect.poll(() => measureFirstContent(page), { message: name }).toBeLessThanOrEqual(maxFirstContent(name))
        const found = await findSmallTargets(page)
        if (found.length > 0) small[name] = found
      }
    }
    if (people.nobody) await measure(people.nobody)
    await goTo('/login')
    await page.getByLabel('E-Mail').fill('installer@demo.vigilux.test')
    await page
      .getByLabel(/^Passwort/)
      .first()
      .fill('Demo-1234!')
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await page.waitForURL(/#\/home/)
    if (people.installer) await measure(people.installer)
    expect({ small, outOfReach }).toEqual({ small: {}, outOfReach: [] })
  })
})

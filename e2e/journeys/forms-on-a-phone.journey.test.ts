import { beforeAll, expect, it } from 'vitest'
import { createApiClient } from '../support/api-client.ts'
import { type Person, useProduct } from '../support/people.ts'
import { findSeriousViolations } from '../support/readable.ts'

/** On a form longer than the phone, the submit button is in reach from the first field on. */
const journey = useProduct({
  units: [{ type: 'logica', serial: '0A1B01', lamps: 4, enrolled: true, plant: 'hospital' }],
})
let person: Person
let paths: Record<'profile' | 'plant' | 'unit', string>

beforeAll(async () => {
  const api = await createApiClient(journey.product.url).signIn('installer')
  const { user } = await api.call('getUserInfos', {})
  const plantId = (await api.call('getAllPlants', { search: 'Ospedale' })).plants[0]?.plant_id ?? ''
  paths = { profile: `/userprofile/${user.userid}`, plant: `/plantgeneral/${plantId}`, unit: `/addunit/${plantId}` }
  person = await journey.comeIn({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
  await person.page.goto(`${journey.product.url}/#/login`)
  await person.page.getByLabel('E-mail').fill('installer@demo.vigilux.test')
  await person.page.getByLabel(/^Password( \*)?$/).fill('Demo-1234!')
  await person.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  // The sign-in page has a heading too.
  await person.page.waitForURL(/#\/home/)
})

/** Whether a button lies within the window and nothing covers its middle. */
const isReachable = async (name: string): Promise<boolean> => {
  const button = person.page.getByRole('button', { name, exact: true })
  await button.waitFor()
  const box = await button.boundingBox()
  if (!box) return false
  const middle = `${box.x + box.width / 2}, ${box.y + box.height / 2}`
  const buttonText = `document.elementFromPoint(${middle})?.closest('button')?.textContent ?? ''`
  return (await person.page.evaluate<string>(buttonText)) === name
}

it.each([
  ['profile', 'Save data'],
  ['plant', 'Save plant data'],
  ['unit', 'Start enrolment'],
] as const)('the %s form keeps the button "%s" within reach', async (form, button) => {
  await person.goTo(paths[form])
  await expect.poll(() => isReachable(button)).toBe(true)
  const isLonger = await person.page.evaluate('document.documentElement.scrollHeight > innerHeight * 1.3')
  expect(isLonger).toBe(true)
})

it('further actions open as a sheet from below, with rows of 50', async () => {
  const { page } = person
  await person.goTo('/home')
  await page.getByRole('button', { name: 'More' }).click()
  const sheet = page.getByRole('menu')
  const bottomOf = async () => {
    const box = await sheet.boundingBox()
    return box && [box.x, Math.round(box.y + box.height), box.width]
  }
  await expect.poll(bottomOf).toEqual([0, 844, 390])
  const heights = await page
    .getByRole('menuitem')
    .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().height))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(50)
  await expect.poll(() => findSeriousViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  expect(await page.evaluate('document.activeElement.textContent')).toBe('More')
})

it('the new plant dialog keeps its button within reach', async () => {
  await person.goTo('/home')
  await person.page.getByRole('button', { name: 'More' }).click()
  await person.page.getByRole('menuitem', { name: 'New plant' }).click()
  await expect.poll(() => isReachable('Create plant')).toBe(true)
})

it('the error that blocks saving is scrolled into view above the button', async () => {
  const api = await createApiClient(journey.product.url).signIn('installer')
  const save = async (phone: string) => {
    const { name, surname, businessname, piva, address, version } = (await api.call('getUserInfos', {})).user
    await api.call('saveProfile', { name, surname, phone, kind: 'person', businessname, piva, address, version })
  }
  await save('+39 0')
  const { page } = person
  await person.goTo(paths.profile)
  await page.reload()
  await page.getByLabel('Phone').fill('+39 1')
  await save('+39 2')
  await page.getByRole('button', { name: 'Save data' }).click()
  await page.getByRole('button', { name: 'Keep mine' }).waitFor()
  await expect.poll(() => isReachable('Keep mine')).toBe(true)
})

/** Whether the connection message reaches over a button of the top bar, or beyond its own line. */
const overlaps = `(() => {
  const message = document.querySelector('[data-part="top-bar"] [data-part="live-word"]').getBoundingClientRect()
  const line = document.querySelector('[data-part="phone-title"] small').getBoundingClientRect()
  const buttons = [...document.querySelectorAll('[data-part="top-bar"] > button')].map((button) => button.getBoundingClientRect())
  return message.right > line.right + 1 || buttons.some(({ left, width }) => width > 0 && left < message.right - 1)
})()`

it('the connection message leaves the rest of the bar visible', async () => {
  const page = await person.newTab()
  let removePlaceholder: (() => Promise<void>) | undefined
  await page.routeWebSocket(/realtime/, (browser) => {
    if (removePlaceholder) return void browser.close()
    browser.connectToServer()
    removePlaceholder = () => browser.close()
  })
  await person.goTo('/home', page)
  await page.locator('[data-part="live-word"][data-live]').waitFor()
  await removePlaceholder?.()
  await page.getByRole('button', { name: /^data of/i }).waitFor()
  expect(await page.evaluate<boolean>(overlaps)).toBe(false)
  await page.close()
})

import { beforeAll, expect, it } from 'vitest'
import { isFullRun } from '../../server/src/testing/depth.ts'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { waitForKeptRead } from '../support/kept-reads.ts'
import { type Person, passwordLabel, useProduct } from '../support/people.ts'
import { expectReadable } from '../support/readable.ts'

/**
 * A phone goes offline in a basement. The product opens in its last state, and a commissioning walk and a round
 * continue. Online again, it sends the work once, beside changes by other people.
 */
const unit = 'logica_0A1B01'
const journey = useProduct({
  units: [{ type: 'logica', serial: '0A1B01', lamps: 8, enrolled: true, plant: 'hospital' }],
})
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
let api: Awaited<ReturnType<typeof createApiClient>>
let phone: Person
let plantId = ''
let walkId = ''
let roundId = ''

const signIn = async ({ page }: Person, name: string) => {
  await page.goto(`${journey.product.url}/#/login`)
  await page.getByLabel('E-mail').fill(`${name}@demo.vigilux.test`)
  await page.getByLabel(passwordLabel).fill('Demo-1234!')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/#\/(home|plant)/)
}
const signOut = async ({ page }: Person) => {
  await page.goto(`${journey.product.url}/#/plant/${plantId}`)
  await page.getByRole('navigation').getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('E-mail').waitFor()
}
const banner = ({ page }: Person, text: string | RegExp) => page.locator('[data-part="outbox-banner"]').getByText(text)
const isAt = ({ page }: Person, number: string) => page.getByRole('heading', { name: `Lamp ${number}` }).waitFor()
const place = ({ page }: Person) => page.getByRole('textbox', { name: 'Place' })
const saveOffline = async (person: Person, location: string) => {
  await place(person).fill(location)
  await person.page.getByRole('button', { name: 'Keep it here and go on' }).click()
}
const lampAt = async (addr: number) => (await api.call('getLamp', { plantId, topic: unit, addr })).lamp
const isKept = (action: string) => waitForKeptRead(phone.page, action)

beforeAll(async () => {
  api = await createApiClient(journey.product.url).signIn('installer')
  plantId = (await api.call('getAllPlants', { search: 'Ospedale' })).plants[0]?.plant_id ?? ''
  await pollUntil('its lamps', async () => (await api.call('getLamps', { plantId })).total === 8)
  for (const addr of [5, 6]) await journey.product.panel(unit, 'lamp-fault', { addr, faults: ['led_open'] })
  const faults = await pollUntil('both faults', async () => {
    const found = (await api.call('getOpenFaults', { plantId })).faults
    return found.length === 2 && found
  })
  const faultNames = faults.map(({ topic, lamp, error }) => ({ topic, lamp, error }))
  const round = { plantId, title: 'Ward 3', faults: faultNames }
  roundId = (await api.call('createRound', round)).round.id
  await api.call('saveDisclaimerPhoto', {})
  const walkInput = { plantId, of: { topic: unit } }
  walkId = (await api.call('startWalk', walkInput)).walk.id
  phone = await journey.comeIn({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'allow',
  })
  await signIn(phone, 'installer')
  await phone.page.locator('html[data-offline=ready]').waitFor({ state: 'attached' })
})

it('the app opens offline with the last data, its time and disabled commands', async () => {
  const { page, goTo, context } = phone
  for (const path of [`/plant/${plantId}`, `/unit/${plantId}/${unit}`, `/round/${plantId}/${roundId}`]) {
    await goTo(path)
    // On a phone the top bar shows the name, and the heading is for assistive technology alone.
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
  }
  await goTo(`/plantcentralunits/${plantId}`)
  await page.getByText('0007').first().waitFor()
  await goTo(`/walk/${plantId}/${walkId}`)
  await isAt(phone, '0001')
  // The device stores answers in order of arrival.
  await isKept('getWalk')
  await context.setOffline(true)
  await goTo(`/unit/${plantId}/${unit}`)
  await page.reload()
  await banner(phone, 'No network').waitFor()
  await banner(phone, /^You see the last known state, of today, \d\d:\d\d\./).waitFor()
  await page.getByRole('heading', { name: /0A1B01/ }).waitFor()
  await goTo(`/plantcentralunits/${plantId}`)
  await page.getByText('0007').first().waitFor()
  await goTo(`/unit/${plantId}/${unit}`)
  await expectReadable(page)
  const test = page.getByRole('button', { name: 'Start test' })
  await expect.poll(() => test.getAttribute('aria-disabled')).toBe('true')
  expect(await test.getAttribute('aria-description')).toBe('No network: this needs a connection.')
  expect((await api.call('getTests', { plantId })).tests).toEqual([])
})

it('a walk continues offline, and its entries wait in an editable queue', async () => {
  const { page, goTo } = phone
  await goTo(`/walk/${plantId}/${walkId}`)
  await page.getByText(/Lamps cannot blink now/).waitFor()
  await isAt(phone, '0001')
  await page.locator('input[type=file]').first().setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png })
  await page.getByText('1 entry waits here').first().waitFor()
  await saveOffline(phone, 'Cellar 1')
  await isAt(phone, '0002')
  await saveOffline(phone, 'Cellar 2')
  await isAt(phone, '0003')
  await saveOffline(phone, 'Cellar 3')
  await banner(phone, 'No network').waitFor()
  await page.getByRole('button', { name: '4 entries wait here' }).click()
  const queue = page.getByRole('dialog', { name: 'Waiting to be sent' })
  await queue.getByText('Place of lamp 0002').waitFor()
  await queue.getByRole('button', { name: 'Remove: Place of lamp 0003' }).click()
  await queue.getByText('Place of lamp 0003: removed.').waitFor()
  await queue.getByRole('button', { name: 'Undo' }).click()
  await queue.getByText('Cellar 3').waitFor()
  await expectReadable(page)
  await page.keyboard.press('Escape')
})

it('a fault of a round is marked as done, undone and marked again offline', async () => {
  const { page, goTo } = phone
  await goTo(`/round/${plantId}/${roundId}`)
  await page.getByRole('button', { name: /^Next: / }).click()
  const done = page.getByRole('button', { name: /replaced$|^Repaired$/ })
  await done.click()
  await page.getByText(/^Waiting to be sent: /).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await done.click()
  await page.getByText(/^Waiting to be sent: /).waitFor()
  await page.getByRole('button', { name: /^Next: lamp/i }).click()
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'No part at hand' }).click()
  await page.getByRole('button', { name: '6 entries wait here' }).waitFor()
})

it('the queue is sent once after a restart and shows concurrent changes of others', async () => {
  const { context } = phone
  const { version } = await lampAt(2)
  const lampDescInfo = { topic: unit, addr: 2, description: '', location: 'Theirs' }
  await api.call('saveLampDescription', { plantId, lampDescInfo, version })
  await phone.page.close()
  await context.setOffline(false)
  phone = { ...phone, page: await phone.newTab() }
  await phone.page.goto(`${journey.product.url}/#/plant/${plantId}`)
  await phone.page.getByText('5 entries sent.').waitFor()
  const { items } = await api.call('getRound', { plantId, roundId })
  expect(items.map(({ state, notNow }) => notNow?.reason ?? state).toSorted()).toEqual(['done', 'noPart'])
  expect([(await lampAt(1)).location, (await lampAt(3)).location]).toEqual(['Cellar 1', 'Cellar 3'])
  expect((await api.call('getLampPhotos', { plantId, topic: unit, addr: 1 })).photos).toHaveLength(1)
  await banner(phone, '1 entry needs your decision.').waitFor()
  expect((await lampAt(2)).location).toBe('Theirs')
})

it('the queue survives sign-out for its person, and other accounts neither see nor send it', async () => {
  await signOut(phone)
  await phone.page.getByText(/^1 entry of .+ waits here\./).waitFor()
  await signIn(phone, 'staff')
  await phone.page.getByRole('banner').getByText('Plants', { exact: true }).waitFor()
  await expect.poll(() => banner(phone, /./).count()).toBe(0)
  await signOut(phone)
  await signIn(phone, 'installer')
  await banner(phone, '1 entry needs your decision.').waitFor()
  await phone.page.getByRole('button', { name: 'Show', exact: true }).click()
  const queue = phone.page.getByRole('dialog', { name: 'Waiting to be sent' })
  await queue.getByRole('cell', { name: 'Theirs' }).waitFor()
  await expectReadable(phone.page)
  await queue.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(async () => (await lampAt(2)).location).toBe('Cellar 2')
  await queue.getByText('Nothing is waiting on this device.').waitFor()
})

it.runIf(isFullRun)('a page that loses the network while loading stays and continues on reconnect', async () => {
  const { page, context, goTo, signIn: signInAs } = await journey.comeIn()
  await signInAs('installer')
  await goTo(`/plant/${plantId}`)
  const heading = page.getByRole('heading', { level: 1, name: 'Ospedale San Camillo' })
  await heading.waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await context.setOffline(true)
  await page
    .getByText(/^No network/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: /^Search/ }).click()
  await page.getByRole('banner').getByRole('alert').getByText('could not be loaded').waitFor()
  await page.keyboard.press('Escape')
  await heading.waitFor()
  await context.setOffline(false)
  await page.getByText('Live', { exact: true }).waitFor()
})

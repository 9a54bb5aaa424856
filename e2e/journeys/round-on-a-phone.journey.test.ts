import { beforeAll, expect, it } from 'vitest'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { type Person, useProduct } from '../support/people.ts'
import { expectReadable } from '../support/readable.ts'

/** A round is planned at a desk and done by phone; the planner sees the progress. */
const journey = useProduct({
  units: [{ type: 'logica', serial: '0A1B01', lamps: 8, enrolled: true, plant: 'hospital' }],
})
const unit = 'logica_0A1B01'
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
let planner: Person
let worker: Person
let plantId = ''

beforeAll(async () => {
  const api = await createApiClient(journey.product.url).signIn('installer')
  plantId = (await api.call('getAllPlants', { search: 'Ospedale' })).plants[0]?.plant_id ?? ''
  await pollUntil('its lamps', async () => (await api.call('getLamps', { plantId })).total === 8)
  await journey.product.panel(unit, 'lamp-fault', { addr: 3, faults: ['battery_short'] })
  await journey.product.panel(unit, 'lamp-fault', { addr: 5, faults: ['led_open'] })
  await pollUntil('both faults', async () => (await api.call('getOpenFaults', { plantId })).total === 2)
  ;[planner, worker] = [
    await journey.comeIn(),
    await journey.comeIn({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }),
  ]
  await Promise.all([planner.signIn('installer'), worker.signIn('staff')])
})

it('a maintenance round is planned for a person, who finds it on the phone', async () => {
  const { goTo, page } = planner
  await goTo(`/rounds/${plantId}`)
  await page
    .getByText('battery_short')
    .or(page.getByRole('row', { name: /0003/ }))
    .first()
    .waitFor()
  await expectReadable(page)
  await page.getByRole('button', { name: 'Plan a round' }).click()
  const dialog = page.getByRole('dialog', { name: 'Plan a round' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ward 3')
  await dialog.getByRole('combobox', { name: 'Carried out by' }).click()
  await page.getByRole('option', { name: 'Luca Bressan' }).click()
  await dialog.getByRole('button', { name: 'Plan a round' }).click()
  await page.getByRole('heading', { name: 'Ward 3' }).waitFor()
  await worker.goTo(`/plant/${plantId}`)
  await worker.page.getByRole('link', { name: 'Ward 3, yours' }).click()
  await worker.page.getByRole('heading', { name: 'Ward 3' }).waitFor()
})

it('a fault is marked as done with a photo, and the other browser updates', async () => {
  const { page } = worker
  await page.getByRole('button', { name: /^Next: / }).click()
  await page.locator('input[type=file]').first().setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png })
  await page.getByRole('dialog').getByRole('button', { name: 'Accept and attach' }).click()
  await page.locator('[data-part="round-photos"] img').waitFor()
  await expectReadable(page)
  await page.getByRole('button', { name: /replaced$|^Repaired$/ }).click()
  await planner.page.getByText('1 of 2 done').first().waitFor()
  await page.getByRole('button', { name: /^Next: lamp/i }).click()
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'No part at hand' }).click()
  await planner.page
    .getByText(/Not now: No part at hand/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Back to the round' }).click()
  await page.getByText(/Not now: No part at hand/).waitFor()
  await expectReadable(page)
  expect([...planner.complaints, ...worker.complaints]).toEqual([])
})

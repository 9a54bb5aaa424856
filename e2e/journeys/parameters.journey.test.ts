import { beforeAll, expect, it } from 'vitest'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { type Person, useProduct } from '../support/people.ts'

/** An installer sets parameters of lamps on two units at once, and of a sensor by phone. The browser may close. */
const journey = useProduct({
  units: [
    { type: 'logica', serial: '0A1B01', lamps: 40, enrolled: true, plant: 'hospital' },
    { type: 'sicuro', serial: '0D1A01', lamps: 40, enrolled: true, plant: 'hospital' },
  ],
})
let api: Awaited<ReturnType<typeof createApiClient>>
let installer: Person
let plantId = ''

beforeAll(async () => {
  api = await createApiClient(journey.product.url).signIn('installer')
  await pollUntil('the lamps of both units', async () => {
    const { plants } = await api.call('getAllPlants', { search: 'camillo' })
    plantId = plants[0]?.plant_id ?? ''
    return (await api.call('getLamps', { plantId })).lamps.length === 80
  })
  installer = await journey.comeIn()
  await installer.signIn('installer')
})

const levels = async (): Promise<Set<number | undefined>> => {
  const { lamps } = await api.call('getLamps', { plantId, devicesType: 'emergency' })
  return new Set(lamps.map(({ dimming }) => dimming ?? undefined))
}

it('the dialog lists each change and writes to both units after the tab is closed', async () => {
  const tab = await installer.newTab()
  const connecting = tab.waitForEvent('websocket')
  await installer.goTo(`/plantcentralunits/${plantId}/emergency`, tab)
  await tab
    .getByRole('checkbox', { name: /^Select lamp/ })
    .first()
    .focus()
  await tab.keyboard.press('Control+a')
  await tab.getByRole('button', { name: 'Parameters' }).click()
  const dialog = tab.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Test group' }).and(tab.getByPlaceholder('different values')).waitFor()
  await dialog.getByRole('textbox', { name: 'Light level' }).fill('65')
  await dialog.getByRole('button', { name: 'Review the changes' }).click()
  await dialog.getByRole('row', { name: /Light level 100% 65%/ }).waitFor()
  // One call for both units has left before the tab closes.
  const writeFrame = (await connecting).waitForEvent('framesent', ({ payload }) => payload.includes('setMultiParam'))
  await dialog.getByRole('button', { name: /^Write to \d+ lamps/ }).click()
  const { bundleId, units } = JSON.parse(String((await writeFrame).payload)).data as {
    bundleId: string
    units: unknown[]
  }
  await tab.close()
  expect(units).toHaveLength(2)
  const colleague = await journey.comeIn()
  await colleague.signIn('staff')
  await colleague.goTo(`/plantcentralunits/${plantId}/emergency?bundle=${bundleId}`)
  const colleagueDialog = colleague.page.getByRole('dialog')
  await colleagueDialog.getByText(/^(\d+) of \1 lamps written$/).waitFor()
  await colleagueDialog
    .getByText(/0A1B01/)
    .first()
    .waitFor()
  await colleagueDialog
    .getByText(/0D1A01/)
    .first()
    .waitFor()
  await pollUntil('every lamp at its new level', async () => [...(await levels())].join() === '65')
})

it('the dialog opens over the lamp on a phone and sets a sensor input', async () => {
  const { lamps } = await api.call('getLamps', { plantId, devicesType: 'other' })
  const sensor = lamps[0]
  if (!sensor) throw new Error('the estate has no sensor')
  const { page } = installer
  await page.setViewportSize({ width: 390, height: 844 })
  await installer.goTo(`/plantcentralunits/${plantId}?lamp=${sensor.cu}.${sensor.id}`)
  const panel = page.getByRole('complementary')
  await panel.getByRole('button', { name: 'Parameters' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Input mode' }).click()
  await page.getByRole('option', { name: 'Daylight sensor' }).click()
  expect(await page.getByRole('option', { name: 'Push button' }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Review the changes' }).click()
  await dialog.getByRole('button', { name: 'Write to 1 lamp' }).click()
  await dialog.getByText(/Answered/).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await panel.getByText(/more facts$/).click()
  await panel.getByText('Daylight sensor').first().waitFor()
})

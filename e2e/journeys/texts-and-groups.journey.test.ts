import type { Locator } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { type Person, useProduct } from '../support/people.ts'

/** A plant gets its texts: from a file with faults, in a column, and groups by lamp; another member watches. */
const journey = useProduct({
  units: [{ type: 'logica', serial: '0A1B01', lamps: 40, enrolled: true, plant: 'hospital' }],
})
const topic = 'logica_0A1B01'
let installer: Person
let owner: Person
let plantId = ''
let serials: string[] = []

beforeAll(async () => {
  const api = await createApiClient(journey.product.url).signIn('installer')
  await pollUntil('all lamps', async () => {
    const { plants } = await api.call('getAllPlants', {})
    plantId = plants.find(({ plantname }) => plantname.startsWith('Ospedale'))?.plant_id ?? ''
    const { lamps } = await api.call('getLamps', { plantId })
    serials = lamps.toSorted((a, b) => a.id - b.id).map(({ serial }) => serial)
    return serials.length === 40
  })
  ;[installer, owner] = [await journey.comeIn(), await journey.comeIn()]
  await Promise.all([installer.signIn('installer'), owner.signIn('owner')])
  for (const person of [installer, owner]) {
    await person.goTo(`/plantcentralunits/${plantId}`)
    await person.page.getByText('40 devices', { exact: true }).waitFor()
  }
})

const rowOf = ({ page }: Person, number: string) =>
  page.getByRole('row', { name: `Select lamp ${number} of unit 0A1B01` })
const textOf = (person: Person, number: string, text: string) =>
  rowOf(person, number).getByText(text, { exact: true }).waitFor()

it('a Windows file with a faulty row describes the other lamps live and is undone', async () => {
  const { page } = installer
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog')
  const fileChooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose a file' }).click()
  // Semicolons, umlauts of Windows-1252, and an unknown serial.
  const lines = [
    'Seriennummer;Beschreibung;Ort',
    `${serials[0]};Tür Süd;Flur`,
    'FFFFFF;Niemand;',
    `${serials[1]};Übergang;`,
  ]
  const buffer = Buffer.from(lines.join('\r\n'), 'latin1')
  await (await fileChooser).setFiles({ name: 'lamps.csv', mimeType: 'text/csv', buffer })
  await dialog.getByRole('button', { name: 'Check the rows' }).click()
  await dialog.getByText('no lamp has this serial number').waitFor()
  await dialog.getByText('1 faulty row is left out.').waitFor()
  await dialog.getByRole('button', { name: 'Write 2 lamps' }).click()
  await dialog.getByText('2 lamps have new texts.').waitFor()
  await textOf(owner, '0001', 'Tür Süd')
  await textOf(owner, '0002', 'Übergang')

  await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => owner.page.getByText('Tür Süd').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
})

it('texts are typed down the column, and a block is pasted', async () => {
  const { page } = installer
  await page.getByRole('button', { name: 'Edit names' }).click()
  const field = (number: string) => page.getByLabel(`Description of lamp ${number} of unit 0A1B01`)
  await field('0001').focus()
  await page.keyboard.type('Gate')
  await page.keyboard.press('Enter')
  await page.locator('input:focus[aria-label="Description of lamp 0002 of unit 0A1B01"]').waitFor()
  await page.keyboard.type('Hall')
  await page.keyboard.press('Enter')
  await Promise.all([textOf(owner, '0001', 'Gate'), textOf(owner, '0002', 'Hall')])
  await field('0003').focus()
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'Stairs\\nLift\\n')
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })()`)
  await page.getByRole('dialog').getByRole('button', { name: 'Write 2 lamps' }).click()
  await Promise.all([textOf(owner, '0003', 'Stairs'), textOf(owner, '0004', 'Lift')])
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Done' }).click()
})

it('groups are edited by keyboard in the matrix and reported by the unit', async () => {
  const { page, goTo } = installer
  await goTo(`/unit/${plantId}/${topic}/groups`)
  const grid = page.getByRole('grid')
  await grid.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('4')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: /^Send/ }).click()
  const api = await createApiClient(journey.product.url).signIn('owner')
  await pollUntil('the unit to report them', async () => {
    const { lamps } = await api.call('getLamps', { plantId })
    const groupsOf = (id: number) => lamps.find((lamp) => lamp.id === id)?.groups ?? []
    return groupsOf(2).includes(4) && groupsOf(3).includes(2)
  })
})

it('forty lamps join two groups on a phone with at most twelve taps', async () => {
  const phone = await journey.comeIn({ viewport: { width: 390, height: 844 } })
  await phone.signIn('installer')
  let taps = 0
  const tap = async (target: Locator) => {
    await target.click()
    taps += 1
  }
  const { page } = phone
  await phone.goTo(`/unit/${plantId}/${topic}/groups`)
  await tap(page.getByRole('checkbox', { name: 'Select lamp 0001 of unit 0A1B01' }))
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await tap(bar.getByRole('button', { name: 'Select all 40' }))
  await tap(bar.getByRole('button', { name: 'Groups' }))
  const sheet = page.getByRole('dialog', { name: 'Groups of 40 lamps' })
  await tap(sheet.getByRole('checkbox', { name: /^7/ }))
  await tap(sheet.getByRole('checkbox', { name: /^9/ }))
  await tap(sheet.getByRole('button', { name: 'Send to 40 lamps' }))
  const api = await createApiClient(journey.product.url).signIn('owner')
  await pollUntil('the unit to report both groups', async () => {
    const { lamps } = await api.call('getLamps', { plantId })
    return lamps.every(({ groups }) => groups.includes(7) && groups.includes(9))
  })
  expect(taps).toBeLessThanOrEqual(12)
})

it('the light levels of the unit are beside its groups under their own address', async () => {
  const { page } = installer
  await page.getByRole('radiogroup', { name: 'What is shown' }).getByText('Light', { exact: true }).click()
  await page.getByRole('region', { name: 'Light', exact: true }).getByRole('slider').waitFor()
  expect(new URL(page.url()).hash).toContain('view=light')
  expect(await page.getByRole('grid').count()).toBe(0)
})

import { readFileSync } from 'node:fs'
import { readSheet } from 'read-excel-file/node'
import { beforeAll, expect, it } from 'vitest'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { type Person, useProduct } from '../support/people.ts'

/** A person filters a list, saves it as a view, and shares it with another member by link. */
const journey = useProduct({
  units: [
    { type: 'logica', serial: '0A1B01', lamps: 40, enrolled: true, plant: 'hospital' },
    { type: 'logicafm', serial: '0F201', lamps: 992, enrolled: true, plant: 'logistics' },
  ],
})
const topic = 'logica_0A1B01'
let installer: Person
let owner: Person
let plantId = ''
let largePlantId = ''

beforeAll(async () => {
  const api = await createApiClient(journey.product.url).signIn('installer')
  await pollUntil('all lamps', async () => {
    const { plants } = await api.call('getAllPlants', {})
    plantId = plants.find(({ plantname }) => plantname.startsWith('Ospedale'))?.plant_id ?? ''
    largePlantId = plants.find(({ plantname }) => plantname.startsWith('Lagerhalle'))?.plant_id ?? ''
    const [smallList, largeList] = [
      await api.call('getLamps', { plantId }),
      await api.call('getLamps', { plantId: largePlantId, limit: 1 }),
    ]
    return smallList.total === 40 && largeList.total === 992
  })
  const room = { level: 'room', parentId: null, name: 'Night ward', kind: null, areaM2: null } as const
  const { room_id: roomId } = await api.call('saveRoom', { plantId, room })
  await api.call('assignToRoom', { plantId, roomId, units: [], lamps: [{ topic, addr: [3, 4, 5] }] })
  const lampDescInfo = { topic, addr: 4, description: '=1+1', location: '' }
  await api.call('saveLampDescription', { plantId, lampDescInfo, version: 0 })
  ;[installer, owner] = [await journey.comeIn(), await journey.comeIn()]
  await Promise.all([installer.signIn('installer'), owner.signIn('owner')])
})

const rowsOf = ({ page }: Person) => page.getByRole('row', { name: /^Select (lamp|device)/ })
/** One read at a time, because a row leaving meanwhile would block the wait. */
const numbers = (person: Person) =>
  rowsOf(person).evaluateAll((rows) => rows.map((row) => row.querySelectorAll('td')[1]?.textContent ?? ''))

it('a saved view works in another browser and for another member by its link', async () => {
  const { page, goTo, context } = installer
  await goTo(`/plantcentralunits/${plantId}`)
  await page.getByText('40 devices', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('dialog', { name: 'Filters' }).getByRole('button', { name: 'Room' }).click()
  await page.getByRole('checkbox', { name: /^Night ward/ }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'No.' }).click()
  await page.getByRole('button', { name: 'No.' }).click()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Room', exact: true }).check()
  await page.keyboard.press('Escape')
  await expect.poll(() => numbers(installer)).toEqual(['0005', '0004', '0003'])

  // Another browser of the same person has the list open while the view is saved.
  const other = await journey.comeIn({ storageState: await context.storageState() })
  await other.goTo(`/plantcentralunits/${plantId}`)
  await other.page.getByRole('button', { name: 'Views' }).click()
  await other.page.getByText('No views are saved yet.').waitFor()

  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Night ward, last first')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Night ward, last first' }).waitFor()

  await other.page.getByRole('menuitem', { name: 'Night ward, last first' }).click()
  await expect.poll(() => numbers(other)).toEqual(['0005', '0004', '0003'])
  await other.page.getByRole('columnheader', { name: 'Room' }).waitFor()

  // The link holds the full view: the owner, who saved none, sees the same.
  const link = new URL(other.page.url()).hash.slice(1)
  await owner.goTo(link)
  await expect.poll(() => numbers(owner)).toEqual(['0005', '0004', '0003'])
  await owner.page.getByRole('columnheader', { name: 'Room' }).waitFor()
  await owner.page.getByRole('button', { name: 'Remove filter Room: Night ward' }).click()
  await owner.page.getByText('40 devices', { exact: true }).waitFor()
  await expect.poll(() => numbers(owner).then((rowNumbers) => rowNumbers.length)).toBeGreaterThan(20)
  await owner.page.goBack()
  await expect.poll(() => numbers(owner)).toEqual(['0005', '0004', '0003'])
})

/** The content of the exported list, as a spreadsheet reads it. */
const exported = async ({ page }: Person) => {
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Excel workbook (XLSX)' }).click()
  return readSheet(readFileSync(await (await download).path()))
}

it('the visible rows are exported as a workbook, in which texts stay texts', async () => {
  const [head, ...rows] = await exported(installer)
  expect(head?.slice(0, 3)).toEqual(['No.', 'State', 'Description'])
  expect(head).toContain('Room')
  expect(rows.map((row) => [row[0], row[2]])).toEqual([
    [5, null],
    [4, '=1+1'],
    [3, null],
  ])
})

// The packer would use workers from text for large parts, but the page's policy blocks them.
it('a large list is exported completely', async () => {
  await installer.goTo(`/plantcentralunits/${largePlantId}`)
  await installer.page.getByText('992 devices', { exact: true }).waitFor()
  const [, ...rows] = await exported(installer)
  expect(rows).toHaveLength(992)
})

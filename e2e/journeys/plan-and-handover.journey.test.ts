import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { type Person, useProduct } from '../support/people.ts'
import { expectReadable } from '../support/readable.ts'

/** With this seed the six lamps have sound batteries, and all pass. */
const soundBatteries = 30
/** A year plan is proposed and accepted, and the plant is handed over; installer and owner each have a browser. */
const journey = useProduct({
  units: [{ type: 'logica', serial: '0A1B01', lamps: 6, enrolled: true, plant: 'hospital', seed: soundBatteries }],
  speed: 3600,
})
const unit = 'logica_0A1B01'
let api: Awaited<ReturnType<typeof createApiClient>>
let installer: Person
let owner: Person
let plantId = ''

beforeAll(async () => {
  api = await createApiClient(journey.product.url).signIn('installer')
  plantId = (await api.call('getAllPlants', { search: 'Ospedale' })).plants[0]?.plant_id ?? ''
  await pollUntil('its lamps', async () => (await api.call('getLamps', { plantId })).total === 6)
  const room = { level: 'room', parentId: null, name: 'Ward', kind: null, areaM2: null } as const
  const { room_id: roomId } = await api.call('saveRoom', { plantId, room })
  const lamps = [{ topic: unit, addr: [1, 2, 3, 4, 5, 6] }]
  await api.call('assignToRoom', { plantId, roomId, units: [], lamps })
  await api.call('ftest', { plantId, topic: unit, kind: 'autonomy', addr: [], anyway: true })
  ;[installer, owner] = [await journey.comeIn(), await journey.comeIn()]
  await Promise.all([installer.signIn('installer'), owner.signIn('owner')])
})

it('plan, calendar and schedule list show the same dates', async () => {
  const { page } = installer
  for (const { goTo, page: ownPage } of [installer, owner]) {
    await goTo(`/testplan/${plantId}`)
    await ownPage.getByText('No year plan yet').waitFor()
  }
  await page.getByRole('button', { name: 'Propose a plan' }).click()
  for (const { page: ownPage } of [installer, owner]) await ownPage.getByText('Nothing is in effect yet').waitFor()
  await expectReadable(owner.page)
  await page.getByRole('button', { name: 'Accept plan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Accept plan' }).click()
  await page.getByRole('button', { name: 'Propose again' }).waitFor()
  await owner.page.getByRole('button', { name: 'Propose again' }).waitFor()
  const plan = await pollUntil('the unit to take its dates', async () => {
    const { accepted } = await api.call('getTestPlan', { plantId })
    return accepted?.waiting.length === 0 && accepted
  })
  await expectReadable(page)
  const firstOf = (kind: string) => plan.tests.find((test) => test.kind === kind)
  const first = [firstOf('functional'), firstOf('autonomy')]
  expect(first.map((test) => test?.by)).toContain('platform')

  const schedule = owner.page.getByRole('region', { name: 'Test schedule' })
  const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'Europe/Rome' })
  for (const test of first) {
    await owner.goTo(`/plantreport/${plantId}?tab=calendar&year=${test?.at.slice(0, 4)}&month=${test?.at.slice(0, 7)}`)
    await schedule.locator(`time[datetime="${test?.at}"]`).waitFor()
    await owner.page
      .getByRole('region', { name: monthName.format(new Date(test?.at ?? '')), exact: true })
      .locator(`time[datetime="${test?.at}"]`)
      .waitFor()
  }
  await schedule.getByText('started by Vigilux').first().waitFor()
  await expectReadable(owner.page)
})

it('both sides sign the handover, and its document opens', async () => {
  const { page } = installer
  await pollUntil('its first full test', async () => {
    const { tests } = await api.call('getTests', { plantId })
    return tests.some(({ kind, state }) => kind === 'autonomy' && state === 'finished')
  })
  for (const { goTo } of [installer, owner]) await goTo(`/handover/${plantId}`)
  await page.getByRole('button', { name: 'Begin a verification' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Begin a verification' }).click()
  await owner.page.getByText('Being filled in', { exact: true }).waitFor()
  const yes = page.getByRole('radio', { name: 'Yes' })
  await yes.first().waitFor()
  for (let item = 0; item < (await yes.count()); item++) await yes.nth(item).check()
  await page.getByRole('button', { name: 'Add a point' }).click()
  await page.getByRole('textbox', { name: 'Point' }).fill('Corridor')
  await page.getByRole('textbox', { name: 'Measured (lx)' }).fill('1.4')
  await page.getByRole('textbox', { name: 'Instrument' }).fill('Luxmeter 17')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved. You can go on later.').waitFor()
  await page.getByText('Complete, everything in order').waitFor()
  await expectReadable(page)
  const sign = async ({ page: ownPage }: Person) => {
    await ownPage.getByRole('button', { name: 'Sign now' }).and(ownPage.locator(':not([aria-disabled=true])')).click()
    await ownPage.getByRole('dialog').getByRole('button', { name: 'Sign now' }).click()
  }
  await sign(installer)
  await owner.page.getByText('Signed by one side').waitFor()
  await sign(owner)
  for (const { page: ownPage } of [installer, owner]) await ownPage.getByText('Signed by both sides').waitFor()
  await expectReadable(owner.page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF' }).click()
  expect(
    readFileSync(await (await download).path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  expect([...installer.complaints, ...owner.complaints]).toEqual([])
})

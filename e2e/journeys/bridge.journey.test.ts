import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { openBridgeSite } from '../support/bridge-site.ts'
import { type Person, useProduct } from '../support/people.ts'
import { maxMs } from '../support/times.ts'

/** An installer takes a DALI line into service: the bridge in its own process, and six gears behind its gateway. */
const serial = '0A1B2D'
const unit = `dali_${serial}`
const gearCount = 6
const groupNumber = 7
const waitFor = { timeout: 120_000 }
const journey = useProduct({ units: [], credentialsFor: [unit] })
let site: Awaited<ReturnType<typeof openBridgeSite>>
let api: Awaited<ReturnType<ReturnType<typeof createApiClient>['signIn']>>
let installer: Person
let plantId = ''

const lamps = async () => (await api.call('getLamps', { plantId })).lamps
const identifies = 0x40
const blinking = (): number[] =>
  site.gears.flatMap(({ emergency, short }) =>
    (emergency?.statusByte(performance.now()) ?? 0) & identifies ? [short + 1] : [],
  )

beforeAll(async () => {
  site = await openBridgeSite(unit, gearCount)
  await site.startBridge(journey.product.unitMqttUrl)
  api = await createApiClient(journey.product.url).signIn('installer')
  const { plants } = await api.call('getAllPlants', { search: 'Ospedale' })
  plantId = plants[0]?.plant_id ?? ''
  installer = await journey.comeIn({ acceptDownloads: true })
  await installer.signIn('installer')
})
afterAll(() => site?.close())

it('the bridge is enrolled by the keys of its own panel', async () => {
  const { page } = installer
  await installer.goTo(`/addunit/${plantId}`)
  await page.getByRole('radio', { name: 'DALI', exact: true }).click()
  await page.getByLabel('Serial').fill(serial)
  await page.getByRole('button', { name: 'Start enrolment' }).click()
  await page.getByRole('heading', { name: `Press SEL + OK together on unit ${serial}` }).waitFor()
  const panel = await installer.newTab()
  await panel.goto(`http://127.0.0.1:${site.bridge.panelPort()}/`)
  await panel.getByRole('status', { name: 'Display' }).getByText('CLOUD ENROLMENT').waitFor()
  for (const key of ['SEL', 'OK']) await panel.getByRole('button', { name: key, exact: true }).click()
  await panel.getByRole('button', { name: 'Press the chosen keys together' }).click()
  await page.getByRole('heading', { name: `Find the lamps of unit ${serial}` }).waitFor()
  await panel.close()
})

it('the line is scanned, and the wizard ends at the walk', async () => {
  const { page } = installer
  await page.getByRole('button', { name: 'Find lamps', exact: true }).click()
  await page.getByText(`The search is completed: ${gearCount} lamps found`).waitFor(waitFor)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Description').fill('Piano terra')
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('heading', { name: `Unit ${serial} is enrolled` }).waitFor()
  await page.getByRole('button', { name: 'Walk from lamp to lamp' }).click()
  await page.getByRole('heading', { name: 'Lamp 0001' }).waitFor()
})

it('each gear blinks until the lamp has its place', async () => {
  const { page } = installer
  for (let addr = 1; addr <= gearCount; addr++) {
    await page.getByRole('heading', { name: `Lamp 000${addr}` }).waitFor()
    await expect.poll(blinking).toContain(addr)
    await page.getByRole('textbox', { name: 'Place' }).fill(`Door ${addr}`)
    await page.getByRole('button', { name: addr < gearCount ? /^Next: lamp/ : /^Save$/ }).click()
  }
  await page.getByRole('heading', { name: 'Every lamp has its place' }).waitFor()
  expect((await lamps()).map(({ location }) => location)).toEqual(site.gears.map(({ short }) => `Door ${short + 1}`))
})

it('all lamps join a group, as the gears store it', async () => {
  const { page } = installer
  await installer.goTo(`/plantcentralunits/${plantId}/emergency`)
  await page.getByRole('checkbox', { name: 'Select all shown rows' }).check()
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Groups' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Exactly these').click()
  await dialog.getByText(`${groupNumber}`, { exact: true }).click()
  await dialog.getByRole('button', { name: /^Write to \d+ lamps/ }).click()
  await dialog.getByText('Done', { exact: true }).waitFor(waitFor)
  expect(site.gears.map(({ groups }) => groups)).toEqual(site.gears.map(() => 1 << (groupNumber - 1)))
})

const startTest = async (kind: 'Functional test' | 'Autonomy test') => {
  const { page } = installer
  await installer.goTo(`/plantreport/${plantId}?start=${unit}`)
  const dialog = page.getByRole('dialog', { name: 'Start a test' })
  await dialog.getByText(kind, { exact: true }).click()
  await dialog.getByRole('button', { name: 'Start test' }).click()
  await page.getByRole('button', { name: 'Stop test' }).waitFor()
  await page.getByRole('button', { name: 'Stop test' }).waitFor({ state: 'detached', ...waitFor })
}

it('a functional and an autonomy test at speed end on paper', async () => {
  const { page } = installer
  site.setSpeed(20)
  await startTest('Functional test')
  site.setSpeed(3_600)
  await pollUntil('full batteries', async () => (await lamps()).every((lamp) => lamp.battery === 100))
  site.setSpeed(120)
  await startTest('Autonomy test')
  site.setSpeed(1)
  await page.getByRole('link', { name: 'All results' }).click()
  await page.getByText('26 min').first().waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF', exact: true }).click()
  const text = execFileSync('pdftotext', ['-layout', await (await download).path(), '-'], { encoding: 'utf8' })
  expect(text).toContain('Autonomy test')
  for (const { short } of site.gears) expect(text).toContain(`Door ${short + 1}`)
})

it('a fault on the bus is on the screen within 2 s of its poll', async () => {
  const { page } = installer
  const broken = site.gears[5]
  await installer.goTo(`/plantcentralunits/${plantId}?lamp=${unit}.6`)
  const panel = page.getByRole('complementary', { name: 'Lamp 0006' })
  await panel.waitFor()
  let polledAt = 0
  const addressByte = ((broken?.short ?? 0) << 1) | 1
  const emergencyFailure = 0xfc
  broken?.emergency?.faults.add('lamp')
  site.bus.listen((traffic) => {
    const isPoll = traffic.kind === 'forward' && traffic.frame.data[0] === addressByte
    if (isPoll && traffic.frame.data[1] === emergencyFailure && polledAt === 0) polledAt = performance.now()
  })
  await panel.getByText('Lamp does not light').first().waitFor(waitFor)
  expect(polledAt).toBeGreaterThan(0)
  expect(performance.now() - polledAt).toBeLessThan(maxMs(2_000))
})

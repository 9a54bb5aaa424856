import { beforeAll, describe, expect, it } from 'vitest'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { type Person, useProduct } from '../support/people.ts'

/**
 * A unit reports as new. A person without permission sees the reason, one with permission decides by phone, and both
 * see it.
 */
const journey = useProduct({
  units: [{ type: 'logica', serial: '0A1B01', lamps: 8, enrolled: true, plant: 'hospital' }],
})
const unit = 'logica_0A1B01'
let installer: Person
let owner: Person
let plantId: string

beforeAll(async () => {
  const api = await createApiClient(journey.product.url).signIn('installer')
  plantId = await pollUntil('its lamps', async () => {
    const { plants } = await api.call('getAllPlants', { search: 'Ospedale' })
    const id = plants[0]?.plant_id ?? ''
    return (await api.call('getLamps', { plantId: id })).total === 8 && id
  })
  ;[installer, owner] = [
    await journey.comeIn({ viewport: { width: 390, height: 844 }, hasTouch: true }),
    await journey.comeIn(),
  ]
  const phone = installer.page
  await phone.goto(`${journey.product.url}/#/login`)
  await phone.getByLabel('E-mail').fill('installer@demo.vigilux.test')
  await phone.getByLabel(/^Password( \*)?$/).fill('Demo-1234!')
  await phone.getByRole('button', { name: 'Sign in', exact: true }).click()
  await phone.waitForURL((url) => !url.hash.includes('login'))
  await owner.signIn('owner')
  for (const { goTo, page } of [installer, owner]) {
    await goTo(`/unit/${plantId}/${unit}`)
    await page.getByRole('heading', { name: 'Unit 0A1B01' }).waitFor()
  }
})

const banner = ({ page }: Person) => page.getByText(/^This unit has reported as new since/)
const button = ({ page }: Person, name: string) => page.getByRole('button', { name, exact: true })

describe('a unit after a factory reset', () => {
  it('is enrolled again from a phone, and another member sees it connected', async () => {
    const { page } = installer
    await journey.product.panel(unit, 'press', { keys: ['SEL', 'OK', 'UP', 'DOWN'] })
    await Promise.all([banner(installer).waitFor(), banner(owner).waitFor()])
    await button(installer, 'Same unit: enrol again').click()
    await page.getByRole('button', { name: 'Start the countdown' }).click()
    await pollUntil('the request', async () => (await journey.product.panelState(unit)).enrolment === 'waiting')
    await journey.product.panel(unit, 'press', { keys: ['SEL', 'OK'] })
    await page.getByRole('heading', { name: 'Find the lamps of unit 0A1B01' }).waitFor()
    await banner(owner).waitFor({ state: 'detached' })
    await owner.page.getByText('Connected').first().waitFor()
    await installer.goTo(`/unit/${plantId}/${unit}`)
    await page.getByRole('heading', { name: 'Unit 0A1B01' }).waitFor()
  })
})

describe('an unknown unit with the serial of an enrolled unit', () => {
  it('appears to both members, and a reader sees why the decision is disabled', async () => {
    await journey.product.panel(unit, 'exchange', { lamps: 2 })
    await Promise.all([banner(installer).waitFor(), banner(owner).waitFor()])
    for (const name of ['Same unit: enrol again', 'Another unit: use it', 'Ignore it']) {
      expect(await button(owner, name).getAttribute('aria-disabled')).toBe('true')
      expect(await button(owner, name).getAttribute('aria-description')).toMatch(/installers/)
      expect(await button(installer, name).getAttribute('aria-disabled')).toBeNull()
    }
    const width = await installer.page.evaluate('document.documentElement.scrollWidth')
    expect(width).toBeLessThanOrEqual(390)
  })

  it('is accepted from a phone, and both members see that it needs enrolment', async () => {
    await button(installer, 'Another unit: use it').click()
    await installer.page.getByRole('dialog').getByRole('button', { name: 'Another unit: use it' }).click()
    await installer.page.waitForURL(/\/addunit\/.*serial=0A1B01/)
    await installer.page.getByRole('heading', { name: 'Unit 0A1B01 is not enrolled yet' }).waitFor()
    await banner(owner).waitFor({ state: 'detached' })
    await owner.page.getByText('Not enrolled').first().waitFor()
    await owner.goTo(`/unit/${plantId}/${unit}/history`)
    await owner.page.getByText('Replaced by another unit').first().waitFor()
    expect(owner.complaints).toEqual([])
  })
})

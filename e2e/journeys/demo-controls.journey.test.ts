import { AxeBuilder } from '@axe-core/playwright'
import { expect, it } from 'vitest'
import { pollUntil } from '../support/api-client.ts'
import { useProduct } from '../support/people.ts'

/** A demo visitor signs in by a card, and breaks and repairs a plant. Another person watches. */
const unit = 'logica_0A1B01'
const journey = useProduct({
  units: [{ type: 'logica', serial: '0A1B01', lamps: 12, enrolled: true, plant: 'hospital' }],
})

it('a visitor signs in by a card, and all browsers see mains and lamp failures', async () => {
  const { page, goTo, complaints } = await journey.comeIn()
  await goTo('/login')
  await page.getByRole('button', { name: /^Installer administrator/ }).click()
  await page.getByText('Ospedale San Camillo').first().click()
  await page.getByRole('heading', { name: /Ospedale San Camillo/ }).waitFor()
  const visitor = await journey.comeIn()
  await visitor.signIn('readonly')
  await visitor.page.goto(page.url())
  const banner = 'Lamps on battery'

  await page.getByRole('button', { name: 'Demo', exact: true }).click()
  await page.getByRole('button', { name: 'Cut the mains of unit 0A1B01' }).waitFor()
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])
  await page.getByRole('button', { name: 'Cut the mains of unit 0A1B01' }).click()
  for (const watcherPage of [page, visitor.page]) await watcherPage.getByRole('region', { name: banner }).waitFor()
  await page.getByRole('button', { name: 'Restore the mains of unit 0A1B01' }).click()
  for (const watcherPage of [page, visitor.page])
    await watcherPage.getByRole('region', { name: banner }).waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Break a lamp' }).click()
  await visitor.page.getByText('1 lamp does not light').waitFor()
  await page.getByRole('button', { name: /^Repair lamp/ }).click()
  await visitor.page.getByText('1 lamp does not light').waitFor({ state: 'detached' })

  await page.getByRole('radiogroup', { name: 'Speed of the plants' }).getByText('3,600×').click()
  await page.getByText('The plants live 3,600 times as fast').waitFor()
  await visitor.page.getByRole('button', { name: 'Demo', exact: true }).click()
  await visitor.page.getByText('The plants live 3,600 times as fast').waitFor()
  await visitor.page.getByText('This role only looks on.').waitFor()

  const panel = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Front panel of unit 0A1B01' }).click()
  await (await panel).getByRole('status', { name: 'Display' }).waitFor()
  await pollUntil('the mains', async () => (await journey.product.panelState(unit)).isOnBattery === false)
  expect(complaints).toEqual([])
})

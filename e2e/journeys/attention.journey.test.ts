import { expect, it } from 'vitest'
import { pollUntil } from '../support/api-client.ts'
import { useProduct } from '../support/people.ts'

/**
 * A fault appears in the lists of two people. One assigns it to the other, who snoozes it. It ends with the unit's
 * report.
 */
const journey = useProduct({
  units: [{ type: 'logica', serial: '0A1B01', lamps: 12, enrolled: true, plant: 'hospital' }],
})
const title = '1 lamp: Battery: short circuit'

it('a fault is assigned, postponed for one person, and closed after the repair', async () => {
  const [installer, staff] = [await journey.comeIn(), await journey.comeIn()]
  await Promise.all([installer.signIn('installer'), staff.signIn('staff')])
  await staff.page.setViewportSize({ width: 390, height: 844 })
  await Promise.all([installer, staff].map(({ goTo }) => goTo('/attention')))
  await journey.product.panel('logica_0A1B01', 'lamp-fault', { addr: 3, faults: ['battery_short'] })
  for (const { page } of [installer, staff]) await page.getByText(title).waitFor()

  await installer.page.getByText(title).click()
  const panel = installer.page.getByRole('complementary', { name: title })
  await panel.getByRole('combobox', { name: 'Assigned to' }).click()
  await installer.page.getByRole('option', { name: 'Luca Bressan' }).click()
  await staff.page.getByText('You', { exact: true }).waitFor()

  await staff.page.getByText(title).click()
  await staff.page.getByRole('button', { name: 'Snooze', exact: true }).click()
  await staff.page.getByText('Enter a reason.').waitFor()
  await staff.page.getByRole('textbox', { name: /Reason/ }).fill('Batteries come on Monday')
  await staff.page.getByRole('button', { name: 'Snooze', exact: true }).click()
  await staff.page.getByRole('button', { name: '1 snoozed' }).waitFor()
  expect(await staff.page.getByText(title).count()).toBe(0)
  expect(await installer.page.getByText(title).first().isVisible()).toBe(true)

  await journey.product.panel('logica_0A1B01', 'lamp-fault', { addr: 3, faults: [] })
  await pollUntil('the end of it in both', async () => {
    const counts = await Promise.all([
      installer.page.getByText(title).count(),
      staff.page.getByRole('button', { name: '1 snoozed' }).count(),
    ])
    return counts.every((count) => count === 0)
  })
  expect([...installer.complaints, ...staff.complaints]).toEqual([])
})

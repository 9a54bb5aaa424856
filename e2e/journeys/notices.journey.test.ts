import { AxeBuilder } from '@axe-core/playwright'
import { expect, it } from 'vitest'
import { pollUntil } from '../support/api-client.ts'
import { type Person, useProduct } from '../support/people.ts'

/**
 * A fault reaches people by mail and list, leads to the lamp, and one person acknowledges it. The link in a mail ends
 * the mails.
 */
let aheadMs = 0
const journey = useProduct({
  now: () => new Date(Date.now() + aheadMs),
  units: [{ type: 'logica', serial: '0A1B01', lamps: 12, enrolled: true, plant: 'hospital' }],
})
/** Advances the server's clock. */
const advanceClock = (minutes: number) => {
  aheadMs += minutes * 60_000
}

type Mail = { to: string; subject: string; text: string; sent: boolean }

const mailTo = (address: string, subjectPart: string): Promise<Mail> =>
  pollUntil(`a mail to ${address}`, async () => {
    const { mails } = (await (await fetch(`${journey.product.url}/dev/mail.json`)).json()) as { mails: Mail[] }
    return mails.find(({ to, subject, sent: isSent }) => isSent && to === address && subject.includes(subjectPart))
  })

const clean = async ({ page }: Person, part = 'main') => {
  const { violations } = await new AxeBuilder({ page }).include(part).setLegacyMode().analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

it('a choice syncs to a second browser, and a fault is notified by mail', async () => {
  const [installer, otherInstaller, staff] = [await journey.comeIn(), await journey.comeIn(), await journey.comeIn()]
  await Promise.all([installer.signIn('installer'), otherInstaller.signIn('installer'), staff.signIn('staff')])
  await staff.page.setViewportSize({ width: 390, height: 844 })
  await installer.goTo('/')
  await installer.page.getByText('Ospedale San Camillo').first().click()
  await installer.page.waitForURL(/\/plant\//)
  const plantId = /[0-9a-f-]{36}/.exec(installer.page.url())?.[0] ?? ''
  for (const person of [installer, otherInstaller]) await person.goTo(`/plantgeneral/${plantId}?tab=notices`)
  const box = (person: Person) => person.page.getByRole('checkbox', { name: 'After a test with errors: by e-mail' })
  await box(otherInstaller).waitFor()
  await box(installer).click()
  await pollUntil('the other browser shows it', async () => !(await box(otherInstaller).isChecked()))
  await installer.page.getByRole('switch', { name: 'Quiet hours' }).click()
  await otherInstaller.page.getByLabel('From', { exact: true }).waitFor()
  await clean(installer)
  await otherInstaller.page.getByRole('switch', { name: 'Quiet hours' }).click()
  await pollUntil(
    'the first shows it',
    async () => (await installer.page.getByLabel('From', { exact: true }).count()) === 0,
  )

  await installer.page.getByRole('button', { name: 'Change when members are notified' }).click()
  const thresholds = installer.page.getByRole('dialog', { name: 'When members are notified' })
  await thresholds.getByLabel('No communication: notified after this many hours').fill('12')
  await thresholds.getByRole('checkbox', { name: 'No communication' }).click()
  await clean(installer, '[role=dialog] form')
  await thresholds.getByRole('button', { name: 'Save' }).click()
  const silenceHeader = otherInstaller.page.getByRole('rowheader', { name: /^No communication for more than 12.h/ })
  await silenceHeader.getByText('Urgent: also in quiet hours').waitFor()

  await staff.goTo('/attention?tab=notices')
  await staff.page.getByText('No open notices').waitFor()
  await journey.product.panel('logica_0A1B01', 'lamp-fault', { addr: 3, faults: ['battery_short'] })
  const mail = await mailTo('staff@demo.vigilux.test', 'Fault')
  const link = staff.page.getByRole('link', { name: 'Fault', exact: true })
  await link.waitFor()
  await clean(staff)
  await installer.page.getByText('Luca Bressan').first().waitFor()
  await pollUntil('the history says that it was handed over', async () => {
    const row = installer.page.getByRole('row', { name: /Luca Bressan/ }).first()
    return (await row.textContent())?.includes('Sent')
  })

  const [, path = ''] = /#(\/plantcentralunits\S+)/.exec(mail.text) ?? []
  expect(path).toContain('lamp=logica_0A1B01.3')
  await staff.goTo(path)
  await staff.page.getByRole('complementary', { name: /0003/ }).waitFor()
  await staff.goTo('/attention?tab=notices')
  await staff.page.getByRole('button', { name: /^Acknowledge: Fault/ }).click()
  await staff.page.getByText('No open notices').waitFor()
  await installer.goTo('/attention?tab=notices')
  await installer.page.getByRole('link', { name: 'Fault', exact: true }).waitFor()

  const [, token = ''] = /\/unsubscribe\/(\S+)/.exec(mail.text) ?? []
  const visitor = await journey.comeIn()
  await visitor.page.goto(`${journey.product.url}/unsubscribe/${token}`)
  const stop = visitor.page.getByRole('button', { name: 'Stop these mails' })
  await stop.waitFor()
  await clean(visitor)
  await stop.click()
  await visitor.page.getByRole('heading', { level: 1, name: 'These mails are stopped' }).waitFor()
  await staff.goTo(`/plantgeneral/${plantId}?tab=notices`)
  const faults = staff.page.getByRole('checkbox', { name: 'Fault of a lamp or a unit: by e-mail' })
  await faults.waitFor()
  expect(await faults.isChecked()).toBe(false)
  expect([installer, otherInstaller, staff, visitor].flatMap(({ complaints }) => complaints)).toEqual([])
})

it('escalation notifies one person after the other until one acknowledges', async () => {
  const [installer, staff] = [await journey.comeIn(), await journey.comeIn()]
  await Promise.all([installer.signIn('installer'), staff.signIn('staff')])
  for (const { page } of [installer, staff]) await page.setViewportSize({ width: 390, height: 844 })
  await installer.goTo('/')
  await installer.page.getByText('Ospedale San Camillo').first().click()
  await installer.page.waitForURL(/\/plant\//)
  const plantId = /[0-9a-f-]{36}/.exec(installer.page.url())?.[0] ?? ''
  const settings = `/plantgeneral/${plantId}?tab=notices`
  await installer.goTo(settings)
  await installer.page.getByRole('button', { name: 'Change', exact: true }).click()
  const dialog = installer.page.getByRole('dialog', { name: 'Escalation in this plant' })
  await dialog.getByRole('switch', { name: 'Tell people one after the other' }).click()
  for (const name of ['Marta Rinaldi', 'Luca Bressan']) {
    await dialog.getByRole('combobox', { name: 'Add a member' }).click()
    await installer.page.getByRole('option', { name, exact: true }).click()
  }
  await dialog.getByRole('button', { name: 'Luca Bressan: earlier' }).click()
  await dialog.getByRole('combobox', { name: 'The next person is notified after' }).click()
  await installer.page.getByRole('option', { name: /^5.min$/ }).click()
  await clean(installer, '[role=dialog] form')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await installer.page.getByText('The next person is notified after').waitFor()
  await clean(installer)
  await staff.goTo(settings)
  await staff.page.getByRole('listitem').filter({ hasText: 'Luca Bressan' }).waitFor()

  const breakLamp = (addr: number) =>
    journey.product.panel('logica_0A1B01', 'lamp-fault', { addr, faults: ['battery_short'] })
  const countEscalations = async (address: string) => {
    const { mails } = (await (await fetch(`${journey.product.url}/dev/mail.json`)).json()) as { mails: Mail[] }
    return mails.filter(({ to, subject }) => to === address && subject.includes('Escalation'))
  }
  const waitForMails = (address: string, times: number) =>
    pollUntil(`${times} mails to ${address}`, async () => {
      const mails = await countEscalations(address)
      return mails.length === times ? mails : undefined
    })
  await breakLamp(5)
  await waitForMails('staff@demo.vigilux.test', 1)
  advanceClock(5)
  const [mail] = await waitForMails('installer@demo.vigilux.test', 1)
  expect(mail?.text).toMatch(/Escalation, 2 of 2/)
  expect(mail?.text).toContain('Luca Bressan (')
  await installer.goTo(settings)
  await installer.page
    .getByText(/Escalation, 2 of 2/)
    .first()
    .waitFor()
  const openArticle = installer.page.getByRole('article', { name: /lamp 0005$/ })
  await openArticle.getByText('Luca Bressan was notified').waitFor()
  await openArticle.getByText('Everyone was notified').waitFor()
  await clean(installer)

  const [, path = ''] = /#(\/attention\S+)/.exec(mail?.text ?? '') ?? []
  await breakLamp(6)
  await waitForMails('staff@demo.vigilux.test', 2)
  await staff.goTo(path)
  await staff.page.getByRole('link', { name: 'Fault', exact: true }).nth(1).waitFor()
  await clean(staff)
  for (const hostsLeft of [1, 0]) {
    await staff.page
      .getByRole('button', { name: /^Acknowledge: Fault/ })
      .first()
      .click()
    await pollUntil(
      'one less',
      async () => (await staff.page.getByRole('link', { name: 'Fault', exact: true }).count()) === hostsLeft,
    )
  }
  await openArticle.getByText(/^Acknowledged by Luca Bressan/).waitFor()
  advanceClock(5)
  await breakLamp(7)
  // This mail follows an earlier notice.
  await waitForMails('staff@demo.vigilux.test', 3)
  expect(await countEscalations('installer@demo.vigilux.test')).toHaveLength(1)
  expect([installer, staff].flatMap(({ complaints }) => complaints)).toEqual([])
})

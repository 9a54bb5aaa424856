import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { pollUntil } from '../support/api-client.ts'
import { type Person, passwordLabel, useProduct } from '../support/people.ts'

/** A new installer, from sign-up to the PDF, as seen and clicked. */
const unit = 'logica_0B2311'
const journey = useProduct({ units: [{ type: 'logica', serial: '0B2311', lamps: 96 }], speed: 60 })
const email = 'walker@demo.vigilux.test'
const password = 'Aa1!aaaa'
let walker: Person

/** The test covers lamps 1 to this number; the broken ones do not light. */
const testedCount = 60
const brokenLamps = [2, 7, 31]
const passwordInPolish = /^Hasło/

beforeAll(async () => {
  walker = await journey.comeIn({ acceptDownloads: true })
})

const codeFor = (address: string) =>
  pollUntil('the code in the mail', async () => {
    const answer = await fetch(`${journey.product.url}/dev/mail.json`)
    const { mails } = (await answer.json()) as { mails: { to: string; subject: string }[] }
    return mails.find((mail) => mail.to === address)?.subject.match(/\d{6}/)?.[0]
  })

describe('a new installer', () => {
  it('signs up, and the mailed code confirms the address and signs in', async () => {
    const { page } = walker
    await walker.goTo('/home')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByRole('textbox', { name: 'Company', exact: true }).fill('Demo Impianti')
    await page.getByRole('combobox', { name: 'Country' }).fill('Italy')
    await page.getByRole('option', { name: 'Italy' }).click()
    await page.getByLabel('VAT number').fill('IT12345670017')
    await page.getByLabel('First name').fill('Łukasz')
    await page.getByLabel('Surname').fill("D'Angelo")
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel(passwordLabel).fill(password)
    await page.getByLabel('Password again').fill(password)
    await page.getByRole('checkbox', { name: 'I am 16 or older' }).check()
    await page.getByRole('checkbox', { name: 'I accept the terms of use' }).check()
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'Confirm your address' }).waitFor()
    await page.getByLabel('Code from the mail').fill(await codeFor(email))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('heading', { name: 'We are checking your data' }).waitFor()
  })

  it('is accepted by the national office and enters at once', async () => {
    const office = await journey.comeIn()
    await office.signIn('nto')
    await office.goTo('/ntopendingusers')
    await office.page.getByRole('button', { name: "Accept Łukasz D'Angelo" }).click()
    await office.page.getByRole('dialog').getByRole('button', { name: "Accept Łukasz D'Angelo" }).click()
    await office.page.getByText("Łukasz D'Angelo accepted").waitFor()
    await walker.page.getByRole('button', { name: 'Create your first plant' }).waitFor()
    await office.context.close()
  })

  it('creates a plant', async () => {
    const { page } = walker
    await page.getByRole('button', { name: 'Create your first plant' }).click()
    const dialog = page.getByRole('dialog', { name: 'New plant' })
    await dialog.getByLabel('Plant name').fill('Scuola Città')
    await dialog.getByRole('radiogroup', { name: 'Plant type' }).getByText('Basic').click()
    await dialog.getByRole('combobox', { name: 'Country' }).fill('Italy')
    await page.getByRole('option', { name: 'Italy' }).click()
    await dialog.getByLabel('Street').fill('Via Roma')
    await dialog.getByLabel('House number').fill('12-14')
    await dialog.getByLabel('City').fill('Forlì')
    await dialog.getByRole('button', { name: 'Create plant' }).click()
    await page.getByRole('heading', { name: 'Scuola Città' }).waitFor()
  })
})

describe('the unit', () => {
  it('is enrolled by pressing its keys', async () => {
    const { page } = walker
    await page.getByRole('button', { name: 'Add your first central unit' }).click()
    await page.getByRole('radio', { name: 'Logica', exact: true }).click()
    await page.getByLabel('Serial').fill('0B2311')
    await page.getByRole('button', { name: 'Start enrolment' }).click()
    await page.getByRole('heading', { name: 'Press SEL + OK together on unit 0B2311' }).waitFor()
    const panel = await walker.newTab()
    await panel.goto(`${journey.product.url}/dev/panel/${unit}`)
    await panel.getByRole('status', { name: 'Display' }).getByText('PRESS SEL + OK').waitFor()
    await panel.getByLabel('Hold keys, then release them together').check()
    for (const key of ['SEL', 'OK']) await panel.getByRole('button', { name: key, exact: true }).click()
    await panel.getByLabel('Hold keys, then release them together').uncheck()
    await page.getByRole('heading', { name: 'Find the lamps of unit 0B2311' }).waitFor()
    await panel.close()
  })

  it('finds its lamps while the page updates live', async () => {
    const { page } = walker
    await page.getByRole('button', { name: 'Find lamps', exact: true }).click()
    const progress = page.getByRole('progressbar', { name: /^\d+ of 96 lamps found$/ })
    await progress.waitFor()
    const list = await walker.newTab()
    await list.goto(page.url().replace(/#.*/, `#/plantcentralunits/${plantIdOf(page.url())}`))
    await page.getByText('The search is completed: 96 lamps found').waitFor()
    await list.getByText('96 devices', { exact: true }).waitFor()
    await list.close()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Description').fill('Centrale di piano')
    await page.getByRole('textbox', { name: 'Place' }).fill('Atrio')
    await page.getByRole('button', { name: 'Finish' }).click()
    await page.getByRole('heading', { name: 'Unit 0B2311 is enrolled' }).waitFor()
    await page.getByText('96 lamps found').first().waitFor()
    await page.getByRole('link', { name: 'Open the unit' }).click()
    await page.getByRole('heading', { name: /Unit 0B2311/ }).waitFor()
  })
})

describe('the lamps', () => {
  it('include one that is opened and blinks for identification', async () => {
    const { page } = walker
    await walker.goTo(`/plantcentralunits/${plantIdOf(page.url())}`)
    await page.getByRole('searchbox', { name: 'Number, place or serial' }).fill('0003')
    // The row moves up when the list follows the search, and a press on its old place would open nothing.
    await page.getByText('1 of 96', { exact: true }).waitFor()
    await page.getByRole('row', { name: /^Select lamp 0003/ }).click()
    const lamp = page.getByRole('complementary', { name: 'Lamp 0003' })
    await lamp.getByRole('button', { name: 'Identify' }).click()
    await lamp.getByText('Blinking now').waitFor()
    const { lamps } = (await journey.product.panelState(unit)) as { lamps: { addr: number; isBlinking: boolean }[] }
    expect(lamps.filter(({ isBlinking }) => isBlinking).map(({ addr }) => addr)).toEqual([3])
  })

  it('are tested by selection, and results arrive live', async () => {
    const { page, product } = { page: walker.page, product: journey.product }
    for (const addr of brokenLamps) await product.panel(unit, 'lamp-fault', { addr, faults: ['lamp_failure'] })
    await walker.goTo(`/plantreport/${plantIdOf(page.url())}`)
    await page.getByRole('button', { name: 'Start test' }).click()
    const dialog = page.getByRole('dialog', { name: 'Start a test' })
    await dialog.getByRole('radio', { name: 'Chosen lamps' }).check()
    await dialog.getByLabel('Find lamps').fill(`1-${testedCount}`)
    await dialog.getByRole('button', { name: /^Choose the/ }).click()
    // At normal demo speed the test lasts two seconds, and could end before the check.
    await product.setSpeed(1)
    await dialog.getByRole('button', { name: 'Start test' }).click()
    await page.getByRole('button', { name: 'Stop test' }).waitFor()
    await product.setSpeed(60)
    await page.getByRole('cell', { name: 'Passed' }).first().waitFor()
    await page.getByRole('button', { name: 'Stop test' }).waitFor({ state: 'detached' })
  })

  it('appear in the report by failures and page by page', async () => {
    const { page } = walker
    await page.getByRole('link', { name: 'All results' }).click()
    await page.getByText(`1–25 of`).waitFor()
    await page.getByRole('button', { name: 'Page 2' }).click()
    await page.getByText(`26–${50} of`).waitFor()
    const filter = page.getByRole('group', { name: 'Filter' })
    await filter.getByRole('button', { name: /^Failed/ }).click()
    await expect
      .poll(() => page.getByRole('row', { name: /Failed: lamp does not light/ }).count())
      .toBe(brokenLamps.length)
  })
})

describe('the document', () => {
  it('is in the chosen language', async () => {
    const { page } = walker
    await page.getByRole('button', { name: /^Language: English/ }).click()
    await page.getByRole('menuitem', { name: 'Polski' }).click()
    await page.getByRole('button', { name: /: Polski / }).waitFor()
    const pendingDownload = page.waitForEvent('download')
    await page.getByRole('button', { name: 'PDF', exact: true }).click()
    const path = await (await pendingDownload).path()
    expect(readFileSync(path).subarray(0, 5).toString()).toBe('%PDF-')
    execFileSync('qpdf', ['--check', path], { stdio: 'pipe' })
    const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })
    expect(text).toContain('Scuola Città')
    expect(text).toContain('Test funkcjonalny')
  })
})

describe('signing out', () => {
  it('closes every tab, and Back shows nothing', async () => {
    const { page } = walker
    const overview = `/plant/${plantIdOf(page.url())}`
    const second = await walker.newTab()
    await walker.goTo(overview, second)
    await second.getByRole('heading', { name: 'Scuola Città' }).waitFor()
    await page.getByRole('button', { name: /Łukasz/ }).click()
    await page.getByRole('menuitem', { name: 'Wyloguj się' }).click()
    for (const tab of [page, second]) await tab.getByLabel(passwordInPolish).waitFor()
    await page.goBack()
    await page.getByLabel(passwordInPolish).waitFor()
    expect(await page.getByText('Scuola Città').count()).toBe(0)
  })
})

const plantIdOf = (url: string): string => url.match(/[0-9a-f-]{36}/)?.[0] ?? ''

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { useProduct } from '../support/people.ts'

/** The budget of a page for a phone on a slow line. KiB of code on the wire, with an empty cache. */
const journey = useProduct({
  units: [{ type: 'logica', serial: '0A1B01', lamps: 12, enrolled: true, plant: 'hospital' }],
})

const budgets = [
  // Includes the demo's cards, which are 10 KiB with the names of roles.
  ['the sign-in page', '/login', 236],
  ['the home page', '/home', 242],
  ['the devices of a plant', '/plantcentralunits/PLANT', 258],
] as const

const scriptsOf = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => new URL(entry.name).pathname.endsWith('.js'))
      .map((entry) => ({
        name: new URL(entry.name).pathname,
        bytes: (entry as PerformanceResourceTiming).encodedBodySize,
      })),
  )

it('the code of a page stays within its budget', async () => {
  const person = await journey.comeIn()
  await person.signIn('installer')
  await person.goTo('/')
  await person.page.getByText('Ospedale San Camillo').first().click()
  await person.page.waitForURL(/\/plant\//)
  const plantId = /[0-9a-f-]{36}/.exec(person.page.url())?.[0] ?? ''
  const storageState = await person.context.storageState()
  for (const [name, path, budgetKiB] of budgets) {
    const newPerson = await journey.comeIn(path === '/login' ? {} : { storageState })
    await newPerson.goTo(path.replace('PLANT', plantId))
    await newPerson.page.getByRole('heading', { level: 1 }).first().waitFor()
    await newPerson.page.waitForLoadState('networkidle')
    const scripts = await scriptsOf(newPerson.page)
    const bytes = scripts.reduce((total, script) => total + script.bytes, 0)
    const largest = scripts.toSorted((a, b) => b.bytes - a.bytes).slice(0, 12)
    expect(bytes, `${name} loads some code`).toBeGreaterThan(50 * 1024)
    expect(bytes / 1024, `KiB of code of ${name}: ${JSON.stringify(largest)}`).toBeLessThan(budgetKiB)
  }
})

it('a signed-out device loads sign-in at once, and a signed-in device skips its code', async () => {
  const namesAt = async (person: Awaited<ReturnType<typeof journey.comeIn>>, address: string) => {
    await person.goTo(address)
    await person.page.getByRole('heading', { level: 1 }).first().waitFor()
    await person.page.waitForLoadState('networkidle')
    return (await scriptsOf(person.page)).map(({ name }) => name).filter((name) => /\/sign(ed)?-in-/.test(name))
  }
  const person = await journey.comeIn()
  const first = await namesAt(person, '/attention')
  expect(first).toEqual([expect.stringContaining('/sign-in-')])
  expect(new URL(person.page.url()).hash).toBe('#/login')
  await person.signIn('installer')
  await person.page.reload()
  await person.page.waitForURL(/#\/attention/)
  await person.page.reload()
  expect(await namesAt(person, '/home')).toEqual([expect.stringContaining('/signed-in-')])
  // A session ended in another browser leads to sign-in, and back.
  await person.context.clearCookies()
  await person.page.reload()
  await person.page.waitForURL(/#\/login/)
})

it('the sign-in page loads no demo code on a server without the demo', async () => {
  const namesAt = async (isDemo: boolean) => {
    const { page, goTo } = await journey.comeIn()
    if (!isDemo)
      for (const sessionAddress of ['**/api/auth/get-session', /:\d+\/$/])
        await page.route(sessionAddress, async (route) => {
          const answer = await route.fetch()
          const { 'x-vigilux-demo': _, 'server-timing': __, ...headers } = answer.headers()
          await route.fulfill({ response: answer, headers })
        })
    await goTo('/login')
    await page.getByRole('heading', { level: 1, name: isDemo ? 'Choose who you are' : 'Sign in' }).waitFor()
    await page.waitForLoadState('networkidle')
    return (await scriptsOf(page)).map(({ name }) => name)
  }
  expect((await namesAt(true)).some((name) => /demo/i.test(name))).toBe(true)
  expect((await namesAt(false)).filter((name) => /demo/i.test(name))).toEqual([])
})

/** Texts of other languages are longer, and the browser fetches one language only. */
it('a page loads its texts in one language together with its content', async () => {
  const person = await journey.comeIn({ locale: 'fr-FR' })
  await person.goTo('/login')
  await person.page.getByRole('heading', { level: 1 }).first().waitFor()
  await person.page.waitForLoadState('networkidle')
  const localeFiles = await person.page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map((entry) => new URL(entry.name).pathname)
      .filter((path) => /\/assets\/[a-z]{2}\/[^/]*\.js$/.test(path)),
  )
  // Texts of every page, of the account pages, of the demo, and of the roles on its cards.
  expect(localeFiles).toHaveLength(4)
})

it('no page violates the content security policy', async () => {
  const person = await journey.comeIn()
  await person.page.addInitScript(`
    window.violations = []
    addEventListener('securitypolicyviolation', ({ violatedDirective }) => violations.push(violatedDirective))
  `)
  const violations = () => person.page.evaluate<string[]>('violations')
  await person.goTo('/loginnew')
  await person.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await person.page.locator('[aria-invalid=true]').first().waitFor()
  expect(await violations()).toEqual([])
  // The check notices a blocked attempt.
  await person.page.addScriptTag({ content: '1' }).catch(() => undefined)
  await expect.poll(violations).not.toEqual([])
})

import { expect, it } from 'vitest'
import { useProduct } from '../support/people.ts'

/** What a page may cost a phone on a slow line: KiB of code on the wire, with an empty cache. */
const journey = useProduct({
  units: [{ type: 'logica', serial: '0A1B01', lamps: 12, enrolled: true, plant: 'hospital' }],
})

const budgets = [
  ['the sign-in page', '/login', 250],
  ['the home page', '/home', 250],
  ['the devices of a plant', '/plantcentralunits/PLANT', 250],
] as const

it('the code of a page stays within its budget', async () => {
  const person = await journey.comeIn()
  await person.signIn('installer')
  await person.page.getByText('Ospedale San Camillo').first().click()
  await person.page.waitForURL(/\/plant\//)
  const plantId = /[0-9a-f-]{36}/.exec(person.page.url())?.[0] ?? ''
  const storageState = await person.context.storageState()
  for (const [name, path, budgetKiB] of budgets) {
    const fresh = await journey.comeIn(path === '/login' ? {} : { storageState })
    await fresh.goTo(path.replace('PLANT', plantId))
    await fresh.page.getByRole('heading', { level: 1 }).first().waitFor()
    await fresh.page.waitForLoadState('networkidle')
    const scripts = await fresh.page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => new URL(entry.name).pathname.endsWith('.js'))
        .map((entry) => ({
          name: new URL(entry.name).pathname,
          bytes: (entry as PerformanceResourceTiming).encodedBodySize,
        })),
    )
    const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0)
    const largest = scripts.toSorted((a, b) => b.bytes - a.bytes).slice(0, 12)
    expect(bytes, `${name} loads some code`).toBeGreaterThan(50 * 1024)
    expect(bytes / 1024, `KiB of code of ${name}: ${JSON.stringify(largest)}`).toBeLessThan(budgetKiB)
  }
})

import { chromium } from 'playwright-core'
import { browserArguments, browserPath } from '../e2e/support/browser.ts'
import { demoPassword } from '../server/src/demo/demo-accounts.ts'
import { type Figure, percentile } from './measure.ts'

/** What the browser loads before the plant list can be used, and how long it takes. */
export const benchWeb = async (url: string): Promise<Figure[]> => {
  const browser = await chromium.launch({ executablePath: browserPath, args: browserArguments })
  const context = await browser.newContext()
  const first = await context.newPage()
  await first.goto(url)
  await first.getByLabel(/e-?mail/i).fill('installer@demo.vigilux.test')
  await first
    .getByLabel(/password/i)
    .first()
    .fill(demoPassword)
  await first.getByRole('button', { name: /sign in/i }).click()
  await first.getByText('Lagerhalle Nord').first().waitFor()
  await first.close()

  const loads: number[] = []
  let scriptBytes = 0
  for (let n = 0; n < 5; n++) {
    const fresh = await browser.newContext({ storageState: await context.storageState() })
    const page = await fresh.newPage()
    const began = performance.now()
    await page.goto(`${url}/#/home`)
    await page.getByText('Lagerhalle Nord').first().waitFor()
    loads.push(performance.now() - began)
    await page.waitForLoadState('networkidle')
    scriptBytes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => new URL(entry.name).pathname.endsWith('.js'))
        .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
    )
    await fresh.close()
  }
  await browser.close()
  return [
    { name: 'first-load JavaScript of home, on the wire', value: scriptBytes / 1024, unit: 'KiB' },
    { name: 'usable home page, median of 5', value: percentile(loads, 0.5), unit: 'ms', note: 'empty cache, loopback' },
  ]
}

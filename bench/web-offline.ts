import { type Figure, figureOf, measureThrice } from './measure.ts'
import { launch, phone, signedIn, slowDown } from './web-browser.ts'

/** The device's storage used by the product, in KiB. */
const usedKiB = 'navigator.storage.estimate().then(({ usage }) => usage / 1024)'
const files = `caches.keys().then(async (names) => {
  let count = 0
  for (const name of names) count += (await (await caches.open(name)).keys()).length
  return count
})`

/** A plant with 992 lamps opened offline on a slow phone, next to the same online; and its storage on the device. */
export const benchOffline = async (url: string, plantId: string): Promise<Figure[]> => {
  const browser = await launch()
  const context = await browser.newContext({ ...(await signedIn(browser, url)), ...phone, serviceWorkers: 'allow' })
  const page = await context.newPage()
  const startedAt = performance.now()
  await page.goto(`${url}/#/plantcentralunits/${plantId}`)
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  const ready = performance.now() - startedAt
  await page.locator('html[data-offline=ready]').waitFor({ state: 'attached' })
  const whole = performance.now() - startedAt
  // Answers are saved on the device within ten seconds.
  await page.waitForTimeout(12_000)
  await slowDown(page, 4)
  const open = async () => {
    const start = performance.now()
    await page.reload()
    await page.locator('[data-part="list-first"]').first().waitFor()
    return performance.now() - start
  }
  const withLine = await measureThrice(open)
  await context.setOffline(true)
  const openMs = await measureThrice(open)
  const storedKiB = [await page.evaluate<number>(usedKiB), await page.evaluate<number>(files)]
  await browser.close()
  return [
    figureOf(
      'devices opened without a line',
      'ms',
      openMs,
      { values: withLine, what: 'with one' },
      'phone at 4× slowdown',
    ),
    { name: 'the device can open its page', value: ready, unit: 'ms', note: 'after the first page was asked for' },
    { name: 'the device has all code', value: whole, unit: 'ms', note: 'after the first page was asked for' },
    { name: 'the device keeps for it', value: storedKiB[0] ?? 0, unit: 'KiB', note: `${storedKiB[1]} files` },
  ]
}

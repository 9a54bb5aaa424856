import type { Browser, BrowserContextOptions } from 'playwright-core'
import { type Figure, figureOf, measureThrice } from './measure.ts'
import { launch, signedIn } from './web-browser.ts'

type Load = { ms: number; scriptKiB: number; addresses: string[] }

const scripts = `performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname.endsWith('.js'))`

/** One load with an empty cache, until the text appears. */
const load = async (browser: Browser, person: BrowserContextOptions, address: string, text: string): Promise<Load> => {
  const context = await browser.newContext(person)
  const page = await context.newPage()
  const startedAt = performance.now()
  await page.goto(address)
  await page.getByText(text).first().waitFor()
  const ms = performance.now() - startedAt
  await page.waitForLoadState('networkidle')
  const bytes = await page.evaluate<number>(`${scripts}.reduce((sum, one) => sum + one.encodedBodySize, 0)`)
  const addresses = await page.evaluate<string[]>(`${scripts}.map(({ name }) => name)`)
  await context.close()
  return { ms, scriptKiB: bytes / 1024, addresses }
}

/** The same browser fetches the same code at once, without running it. */
const fetchAlone = async (browser: Browser, url: string, addresses: readonly string[]): Promise<number> => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const startedAt = performance.now()
  await page.goto(`${url}/icon.svg`)
  const list = JSON.stringify(addresses)
  await page.evaluate(`Promise.all(${list}.map(async (one) => (await fetch(one)).arrayBuffer()))`)
  const ms = performance.now() - startedAt
  await context.close()
  return ms
}

/** The code loaded by the browser before a page is usable, and its loading time. */
export const benchWeb = async (url: string, plantId: string): Promise<Figure[]> => {
  const browser = await launch()
  const person = await signedIn(browser, url)
  const pages = [
    ['sign-in', `${url}/#/login`, 'Sign in', { locale: 'en-GB' }],
    ['home', `${url}/#/home`, 'Lagerhalle Nord', person],
    ['devices', `${url}/#/plantcentralunits/${plantId}`, '0001', person],
  ] as const
  const figures: Figure[] = []
  for (const [name, address, text, account] of pages) {
    const { scriptKiB, addresses } = await load(browser, account, address, text)
    const productMs = await measureThrice(async () => (await load(browser, account, address, text)).ms)
    const fetchMs = await measureThrice(() => fetchAlone(browser, url, addresses))
    figures.push(
      { name: `JavaScript of ${name}, on the wire`, value: scriptKiB, unit: 'KiB', note: `${addresses.length} files` },
      figureOf(
        `${name} to be used`,
        'ms',
        productMs,
        { values: fetchMs, what: 'fetching its code' },
        'empty cache, loopback',
      ),
    )
  }
  await browser.close()
  return figures
}

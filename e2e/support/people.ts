import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type BrowserOptions, launchBrowser } from './browser.ts'
import { type RunningProduct, startProduct } from './running-product.ts'

/** A person with a separate browser context, including cookies and storage. */
export type Person = {
  context: BrowserContext
  page: Page
  /** Console errors and exceptions of the person's pages. */
  complaints: string[]
  /** Opens a place of the product, as if by typing the address. */
  goTo(path: string, page?: Page): Promise<void>
  newTab(): Promise<Page>
  /** Gives the browser a session without opening a page; `signing-in.journey` fills in the form. */
  signIn(name: string): Promise<void>
}

/** The label of a required field ends in an asterisk; "Password again" is another field. */
export const passwordLabel = /^Password( \*)?$/

const resultsFolder = fileURLToPath(new URL('../../test-results', import.meta.url))

const listen = (page: Page, complaints: string[]): Page => {
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  // The console only shows the status.
  page.on('response', async (response) => {
    if (response.status() < 500) return
    const requestText = response.request().postData()?.slice(0, 120) ?? response.url()
    complaints.push(`${requestText}: ${await response.text().catch(String)}`)
  })
  return page
}

const openPerson = async (browser: Browser, url: string, options: BrowserContextOptions): Promise<Person> => {
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
    // Each would fetch the whole client again for offline use, which only one journey needs.
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(60_000)
  const complaints: string[] = []
  const newTab = async () => listen(await context.newPage(), complaints)
  const page = await newTab()
  return {
    context,
    page,
    complaints,
    newTab,
    goTo: async (path, tab = page) => {
      await tab.goto(`${url}/#${path}`)
    },
    async signIn(name) {
      const data = { email: `${name}@demo.vigilux.test`, password: 'Demo-1234!' }
      const answer = await context.request.post(`${url}/api/auth/sign-in`, { data, headers: { origin: url } })
      if (!answer.ok()) throw new Error(`${name} is not signed in: ${await answer.text()}`)
    },
  }
}

/** Saves a failed journey's evidence: each person's page and its errors. */
const saveEvidence = async (people: readonly Person[], journey: string): Promise<void> => {
  mkdirSync(resultsFolder, { recursive: true })
  const name = journey.replaceAll(/[^\w]+/g, '-').slice(0, 80)
  for (const [at, { context, complaints }] of people.entries()) {
    for (const [tab, page] of context.pages().entries())
      await page.screenshot({ path: `${resultsFolder}/${name}-${at}-${tab}.png`, timeout: 5000 }).catch(() => undefined)
    writeFileSync(`${resultsFolder}/${name}-${at}.txt`, complaints.join('\n'))
  }
}

type Journey = {
  product: RunningProduct
  comeIn(options?: BrowserContextOptions): Promise<Person>
}

/** The test files of a process share a browser, with a context per person; it ends with the process. */
let sharedBrowsing: Promise<Browser> | undefined
const sharedBrowser = async (): Promise<Browser> => {
  const browsing = await sharedBrowsing
  if (browsing?.isConnected()) return browsing
  sharedBrowsing = launchBrowser({})
  return sharedBrowsing
}

/** Non-default options require a separate browser for the file. */
const needsOwnBrowser = ({ browserArguments, isWholeBrowser }: BrowserOptions): boolean =>
  !!browserArguments || !!isWholeBrowser

/** One product and one browser for all journeys of a file; people join as a journey needs them. */
export const useProduct = (options: Parameters<typeof startProduct>[0] & BrowserOptions): Journey => {
  const people: Person[] = []
  let journeyStack: { product: RunningProduct; browser: Browser } | undefined
  const journey = () => {
    if (!journeyStack) throw new Error('the product is not open yet')
    return journeyStack
  }
  beforeAll(async () => {
    const product = await startProduct(options)
    try {
      journeyStack = { product, browser: await (needsOwnBrowser(options) ? launchBrowser(options) : sharedBrowser()) }
    } catch (error) {
      await product.stop()
      throw error
    }
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await saveEvidence(people, `${task.file.name} ${task.name}`)
  })
  afterAll(async () => {
    await Promise.all(people.map(({ context }) => context.close()))
    if (journeyStack && needsOwnBrowser(options)) await journeyStack.browser.close()
    await journeyStack?.product.stop()
  })
  return {
    get product() {
      return journey().product
    },
    async comeIn(context = {}) {
      const person = await openPerson(journey().browser, journey().product.url, context)
      people.push(person)
      return person
    },
  }
}

import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { launchBrowser } from '../e2e/support/browser.ts'
import { demoPassword } from '../server/src/demo/demo-accounts.ts'
import { measureThrice } from './measure.ts'

export const launch = (...browserArguments: string[]): Promise<Browser> =>
  launchBrowser({ browserArguments, isWholeBrowser: true })

/** Signs in and stays on the list of plants. */
export const signIn = async (page: Page, url: string): Promise<void> => {
  await page.goto(url)
  await page.getByLabel(/e-?mail/i).fill('installer@demo.vigilux.test')
  const password = page.getByLabel(/password/i).first()
  await password.fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Lagerhalle Nord').first().waitFor()
}

/** Storage state of a signed-in person's browser. */
export const signedIn = async (browser: Browser, url: string): Promise<BrowserContextOptions> => {
  const context = await browser.newContext({ locale: 'en-GB' })
  await signIn(await context.newPage(), url)
  const storageState = await context.storageState()
  await context.close()
  return { storageState, locale: 'en-GB' }
}

/** A mid-range phone: 390 px wide, a quarter of this machine's speed. */
export const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const

export const slowDown = async (page: Page, times: number): Promise<void> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: times })
}

/** Frames per second while the page scrolls by `step` pixels per frame, or stays still for 0. */
export const framesPerSecond = (page: Page, step: number): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    const lasts = 2000
    let frames = 0
    let began
    const draw = (now) => {
      began ??= now
      if (now - began >= lasts) return resolve((frames * 1000) / (now - began))
      frames++
      scrollBy(0, ${step})
      requestAnimationFrame(draw)
    }
    requestAnimationFrame(draw)
  })`)

/** Frames per second of a list scrolled at a quarter of the CPU speed, next to those while it stays still. */
export const scrolledSlowly = async (page: Page): Promise<{ scrolled: number[]; still: number[] }> => {
  await slowDown(page, 4)
  const scrolled = await measureThrice(async () => {
    await page.evaluate('scrollTo(0, 0)')
    return framesPerSecond(page, 24)
  }, true)
  return { scrolled, still: await measureThrice(() => framesPerSecond(page, 0)) }
}

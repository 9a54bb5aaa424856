import { type Figure, figureOf, measureThrice } from './measure.ts'
import { launch, phone, scrolledSlowly, signedIn, slowDown } from './web-browser.ts'

/** A full radio unit's list on a phone: opened from the overview, and scrolled. */
export const benchLampList = async (url: string, plantId: string): Promise<Figure[]> => {
  const browser = await launch()
  const person = await signedIn(browser, url)
  const context = await browser.newContext({ ...person, ...phone })
  const firstRow = async (): Promise<number> => {
    const page = await context.newPage()
    await page.goto(`${url}/#/plant/${plantId}`)
    await page.waitForLoadState('networkidle')
    await slowDown(page, 4)
    const ms = await page.evaluate<number>(`new Promise((resolve) => {
      const began = performance.now()
      const look = () => {
        if (document.querySelector('[data-part="list-first"]')) requestAnimationFrame(() => resolve(performance.now() - began))
        else requestAnimationFrame(look)
      }
      location.hash = '#/plantcentralunits/${plantId}'
      requestAnimationFrame(look)
    })`)
    await page.close()
    return ms
  }
  const first = await measureThrice(firstRow, true)
  const page = await context.newPage()
  await page.goto(`${url}/#/plantcentralunits/${plantId}`)
  await page.locator('[data-part="list-first"]').first().waitFor()
  const { scrolled, still: stillFrames } = await scrolledSlowly(page)
  await browser.close()
  const note = '390 px, a quarter of the CPU'
  return [
    figureOf('first row of 992 lamps on a phone', 'ms', first, undefined, note),
    figureOf(
      'frames while 992 lamps are scrolled',
      '/s',
      scrolled,
      { values: stillFrames, what: 'standing still' },
      note,
    ),
  ]
}

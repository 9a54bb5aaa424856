import { gzipSync } from 'node:zlib'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { createApiClient } from '../e2e/support/api-client.ts'
import type { RunningProduct } from '../e2e/support/running-product.ts'
import { findUnit } from '../server/src/features/central-units/index.ts'
import { lampNoteTable, lampTable } from '../server/src/tables/lamps.schema.ts'
import { type Figure, figureOf, measureThrice } from './measure.ts'
import { seedUnit } from './seed-unit.ts'
import { framesPerSecond, launch, phone, scrolledSlowly, signedIn } from './web-browser.ts'
import { startUnit } from './web-live.ts'
import { benchImport } from './web-texts.ts'

/** Lamps of a full unit. */
const lampsOfFullUnits = 992
const faults = ['battery_short', 'led_open', 'charger'] as const

const lampAt = (centralUnitId: string, addr: number, at: Date): typeof lampTable.$inferInsert => {
  const isBad = addr % 23 === 0
  return {
    centralUnitId,
    addr,
    type: 'emergency' as const,
    function: 'maintained' as const,
    mode: 'normal' as const,
    serial: ((addr * 7919 * 31) % 0xff_ff_ff).toString(16).toUpperCase().padStart(6, '0'),
    errors: isBad ? [faults[addr % 3] ?? 'charger'] : [],
    condition: isBad ? 'error' : 'ok',
    conditionSince: at,
    reportedAt: at,
    battery: addr % 101,
    dimming: 50,
    groups: [1 + (addr % 16)],
    boot: 1,
    seq: 1,
    parity: addr % 2 ? ('odd' as const) : ('even' as const),
    ratedMin: 60,
    productCode: `ST-${addr % 12}`,
    softwareVersion: '1.0',
  }
}

/** Adds full units with reported and described lamps to a plant; the units are offline. */
const seedLamps = async (product: RunningProduct, plantId: string, units: number, first: number): Promise<void> => {
  const { db } = product.product().database
  const at = new Date()
  for (let n = 0; n < units; n++) {
    const cuId = (first + n).toString(16).toUpperCase()
    const topic = await seedUnit(product, { plantId, cuId, cuType: 'logicafm' })
    const { id = '' } = (await findUnit(db, plantId, { topic })) ?? {}
    const lamps = Array.from({ length: lampsOfFullUnits }, (_, addr) => lampAt(id, addr + 1, at))
    for (let from = 0; from < lampsOfFullUnits; from += 248) {
      const chunk = lamps.slice(from, from + 248)
      await db.insert(lampTable).values(chunk)
      const note = ({ addr, serial }: { addr: number; serial: string }) => ({
        centralUnitId: id,
        serial,
        notes: '',
        description: `Corridor ${cuId}, door ${addr}`,
        location: `Floor ${addr % 9}`,
      })
      await db.insert(lampNoteTable).values(chunk.map(note)).onConflictDoNothing()
    }
  }
}

/** Milliseconds from a person's action to the frame with its result; both arguments are code for the page. */
const measureUntilShown = (page: Page, actScript: string, expectedText: string): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    const shown = () => { ${expectedText} }
    const began = performance.now()
    const look = () => shown() ? resolve(performance.now() - began) : requestAnimationFrame(look)
    ;${actScript}
    requestAnimationFrame(look)
  })`)

const text = (selector: string) => `(document.querySelector('${selector}')?.textContent ?? '')`
const press = (label: string) =>
  `[...document.querySelectorAll('button')].find((one) => one.textContent.trim() === '${label}').click()`

/** Longest frame within this time, in milliseconds. */
const longestFrame = (page: Page, lasts: number): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    const began = performance.now()
    let last = began
    let longest = 0
    const draw = () => {
      const now = performance.now()
      longest = Math.max(longest, now - last)
      last = now
      if (now - began < ${lasts}) requestAnimationFrame(draw)
      else resolve(longest)
    }
    requestAnimationFrame(draw)
  })`)

const timeOpening = async (
  page: Page,
  url: string,
  path: string,
  count: string,
): Promise<{ first: number; all: number }> => {
  await page.goto(`${url}/#/home`)
  await page.reload()
  await page.getByText('Lagerhalle Nord').first().waitFor()
  await page.waitForLoadState('networkidle')
  const startedAt = performance.now()
  await page.evaluate(`location.hash = '#${path}'`)
  await page.locator('tbody [data-row="0"]').waitFor()
  const first = performance.now() - startedAt
  await page.getByText(count, { exact: true }).waitFor({ timeout: 120_000 })
  return { first, all: performance.now() - startedAt }
}

type List = { product: RunningProduct; plantId: string; lamps: number; person: BrowserContextOptions }

/** A person's waiting times on a desktop in a list of this length. */
const benchDesk = async ({ product, plantId, lamps, person }: List): Promise<Figure[]> => {
  const browser = await launch()
  const context = await browser.newContext(person)
  const page = await context.newPage()
  const path = `/plantcentralunits/${plantId}`
  const count = `${lamps} devices`
  const loads: { first: number; all: number }[] = []
  for (let n = 0; n < 3; n++) loads.push(await timeOpening(page, product.url, path, count))
  const filter = async () => {
    const show = (query: string) => `location.hash = '#${path}${query}'`
    const ms = await measureUntilShown(
      page,
      show('?fault=led_open'),
      `return ${text('[data-part="filter-count"]')} !== ''`,
    )
    await measureUntilShown(page, show(''), `return ${text('[data-part="filter-count"]')} === ''`)
    return ms
  }
  const sort = async () => {
    const order = `[...document.querySelectorAll('th')].find((one) => one.textContent === 'Description').ariaSort`
    const before = JSON.stringify(await page.evaluate<string | null>(order))
    return measureUntilShown(page, press('Description'), `return ${order} !== ${before}`)
  }
  const first = await sort()
  const search = async () => {
    const field = page.getByRole('searchbox')
    await field.focus()
    const insertScript = `document.execCommand('insertText', false, '0987')`
    const ms = await measureUntilShown(page, insertScript, `return ${text('[data-part="filter-count"]')} !== ''`)
    await field.fill('')
    await page.locator('[data-part="filter-count"]').waitFor({ state: 'detached' })
    return ms
  }
  const selectAll = async () => {
    const key = `document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', ctrlKey: true, bubbles: true }))`
    const blur = 'document.activeElement.blur();'
    const ms = await measureUntilShown(page, `${blur} ${key}`, `return ${text('[data-part="selection"]')} !== ''`)
    await page.locator('[data-part="selection-close"]').click()
    return ms
  }
  const note = `${lamps} lamps`
  const figure = (name: string, values: readonly number[]) => figureOf(`${name}, ${note}`, 'ms', values)
  const figures = [
    figure(
      'list: first rows',
      loads.map((load) => load.first),
    ),
    figure(
      'list: all read',
      loads.map((load) => load.all),
    ),
    figure('list: filter by fault', await measureThrice(filter, true)),
    figure('list: sort by description, first time', [first]),
    figure('list: sort by description', await measureThrice(sort)),
    figure('list: search, with its pause', await measureThrice(search, true)),
    figure('list: select all', await measureThrice(selectAll, true)),
  ]
  await browser.close()
  return figures
}

/** An open list with 200 changes per second. */
const benchChanges = async ({ product, plantId, lamps, person }: List, cuId: string): Promise<Figure[]> => {
  const unit = await startUnit(product, plantId, cuId)
  await unit.tell(100, 15)
  const browser = await launch()
  const context = await browser.newContext(person)
  const page = await context.newPage()
  await timeOpening(page, product.url, `/plantcentralunits/${plantId}`, `${lamps + 100} devices`)
  const stillRates = await measureThrice(() => framesPerSecond(page, 0), true)
  let reportCount = 0
  const reportTimer = setInterval(() => void unit.tell(50, 1 + (reportCount++ % 15)), 250)
  const moving = await measureThrice(() => framesPerSecond(page, 0), true)
  const longestFrames = await measureThrice(() => longestFrame(page, 3_000))
  clearInterval(reportTimer)
  await browser.close()
  await unit.stop()
  const stillFrames = { values: stillRates, what: 'while none changes' }
  return [
    figureOf(`list: frames while 200 lamps a second change, ${lamps} lamps`, '/s', moving, stillFrames),
    figureOf(`list: longest frame meanwhile, ${lamps} lamps`, 'ms', longestFrames),
  ]
}

const benchPhone = async ({ product, plantId, lamps, person }: List): Promise<Figure> => {
  const browser = await launch()
  const context = await browser.newContext({ ...person, ...phone })
  const page = await context.newPage()
  await page.goto(`${product.url}/#/plantcentralunits/${plantId}`)
  await page.getByText(`${lamps} devices`, { exact: true }).waitFor({ timeout: 120_000 })
  const { scrolled, still: stillRates } = await scrolledSlowly(page)
  await browser.close()
  const stillFrames = { values: stillRates, what: 'standing still' }
  return figureOf(
    `list: frames while scrolled on a phone, ${lamps} lamps`,
    '/s',
    scrolled,
    stillFrames,
    'a quarter of the CPU',
  )
}

/** Size and duration of the list's answer. */
const benchAnswers = async (product: RunningProduct, plantId: string): Promise<Figure[]> => {
  const api = await createApiClient(product.url).signIn('nto')
  const figures: Figure[] = []
  for (const limit of [1_000, 4_000]) {
    const times = await measureThrice(async () => {
      const startedAt = performance.now()
      await api.call('getLamps', { plantId, limit })
      return performance.now() - startedAt
    }, true)
    const body = Buffer.from(JSON.stringify(await api.call('getLamps', { plantId, limit })))
    const weight = `${Math.round(body.length / 1024)} KiB, ${Math.round(gzipSync(body).length / 1024)} packed`
    figures.push(figureOf(`list: an answer of ${limit} lamps`, 'ms', times, undefined, weight))
  }
  return figures
}

/** Lists of a full unit, of 5,000 and of 30,000 lamps. */
export const benchList = async (product: RunningProduct, plants: { few: string; many: string }): Promise<Figure[]> => {
  await seedLamps(product, plants.few, 5, 0xa0000)
  await seedLamps(product, plants.many, 31, 0xb0000)
  const browser = await launch()
  const person = await signedIn(browser, product.url)
  await browser.close()
  const smallPlant = { product, plantId: plants.few, lamps: 5 * lampsOfFullUnits, person }
  const largePlant = { product, plantId: plants.many, lamps: 31 * lampsOfFullUnits, person }
  return [
    ...(await benchAnswers(product, plants.many)),
    ...(await benchDesk(smallPlant)),
    ...(await benchDesk(largePlant)),
    await benchPhone(smallPlant),
    ...(await benchImport({
      ...smallPlant,
      cuIds: Array.from({ length: 5 }, (_, n) => (0xa0000 + n).toString(16).toUpperCase()),
      perUnit: lampsOfFullUnits,
    })),
    ...(await benchChanges(smallPlant, '0CAFE1')),
  ]
}

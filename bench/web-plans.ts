import type { Page } from 'playwright-core'
import { createApiClient, pollUntil } from '../e2e/support/api-client.ts'
import type { RunningProduct } from '../e2e/support/running-product.ts'
import { type Figure, figureOf, measureThrice } from './measure.ts'
import { framesPerSecond, launch, signedIn, slowDown } from './web-browser.ts'
import { startUnit } from './web-live.ts'

/** Two full units plus this program's own one. */
const ownLamps = 100
const across = 52

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"><rect width="1600" height="900" fill="#fff"/><path d="${Array.from(
  { length: 60 },
  (_, at) => `M${at * 27} 0V900M0 ${at * 15}H1600`,
).join('')}" stroke="#333" fill="none"/></svg>`

const send = async (page: Page, name: string): Promise<void> => {
  const file = { name, mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) }
  await page.locator('input[type=file]').first().setInputFiles(file)
}

const boxOf = async (page: Page) => {
  const box = await page.getByRole('application').boundingBox()
  if (!box) throw new Error('the plan is not drawn')
  return box
}

/** Frames per second while an action repeats. */
const framesWhile = async (page: Page, drawStep: (step: number) => Promise<unknown>): Promise<number> => {
  let isOver = false
  const frames = framesPerSecond(page, 0).finally(() => {
    isOver = true
  })
  for (let step = 0; !isOver; step++) await drawStep(step)
  return frames
}

/**
 * A plan with some 2,000 lamps: frames during panning, zooming and editing, and with 200 lamp changes per second; and
 * memory left behind by opening plans.
 */
export const benchPlans = async (product: RunningProduct, plantId: string): Promise<Figure[]> => {
  const unit = await startUnit(product, plantId, '0CAFE2')
  const person = await createApiClient(product.url).signIn('installer')
  const lampsNow = async () => (await person.call('getLamps', { plantId })).total
  const before = await lampsNow()
  await unit.tell(ownLamps, 15)
  await pollUntil('the lamps of the unit', async () => (await lampsNow()) === before + ownLamps, 30_000)
  // Required before the first drawing.
  await person.call('saveDisclaimerPhoto', {})
  const browser = await launch()
  const context = await browser.newContext({
    ...(await signedIn(browser, product.url)),
    viewport: { width: 1440, height: 900 },
  })
  const page = await context.newPage()
  await page.goto(`${product.url}/#/plantmaps/${plantId}`)
  for (const name of ['A.svg', 'B.svg']) {
    await send(page, name)
    await page.getByRole('link', { name: new RegExp(`^${name[0]}`) }).waitFor()
  }
  const plansReady = async () => {
    const { plans } = await person.call('getFloorPlans', { plantId })
    return plans.length === 2 && plans.every((one) => one.drawing.state === 'ready') ? plans : null
  }
  await pollUntil('both plans', async () => (await plansReady()) !== null, 60_000)
  const [first, second] = ((await plansReady()) ?? []).map(({ id }) => id)
  const { lamps } = await person.call('getLamps', { plantId, devicesType: 'all' })
  const placedLamps = lamps.map(({ cu, id }, at) => ({
    topic: cu,
    addr: id,
    x: ((at % across) + 0.5) / across,
    y: (Math.floor(at / across) + 0.5) / 42,
  }))
  await person.call('aggiornaMappe', {
    plantId,
    datiMappe: { planId: first ?? '', version: 0, placed: placedLamps, removed: [] },
  })
  const figures: Figure[] = []
  const at = `${placedLamps.length} lamps on a plan`
  for (const slowdown of [1, 4]) {
    await page.goto(`${product.url}/#/plantmaps/${plantId}?plan=${first}`)
    await page.reload()
    await page.getByText(`${placedLamps.length} of`).first().waitFor()
    await slowDown(page, slowdown)
    const box = await boxOf(page)
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const note = slowdown === 1 ? 'desktop' : 'a quarter of the CPU'
    const stillFrames = await measureThrice(() => framesPerSecond(page, 0), true)
    const add = async (name: string, measure: () => Promise<number>) =>
      figures.push(
        figureOf(
          `${at}: frames ${name}`,
          '/s',
          await measureThrice(measure),
          { values: stillFrames, what: 'standing still' },
          note,
        ),
      )
    const pan = async () => {
      await page.mouse.move(x, y)
      await page.mouse.down()
      const frames = await framesWhile(page, (step) =>
        page.mouse.move(x + Math.sin(step / 9) * 200, y + Math.cos(step / 9) * 90),
      )
      await page.mouse.up()
      return frames
    }
    const zoom = async () => {
      await page.mouse.move(x, y)
      return framesWhile(page, (step) => page.mouse.wheel(0, Math.floor(step / 12) % 2 ? 60 : -60))
    }
    await add('while it is moved, joined marks', pan)
    await add('while it is zoomed', zoom)
    await page.getByRole('button', { name: 'Show the whole plan' }).click()
    const states = setInterval(() => void unit.tell(ownLamps, 1 + (Date.now() % 15)), 500)
    await add('while 200 lamps a second change and it is moved', pan)
    clearInterval(states)
    await page.getByRole('button', { name: 'Unlock to edit' }).click()
    await page.getByRole('toolbar', { name: 'Tools' }).waitFor()
    await page.getByRole('button', { name: 'Show the whole plan' }).click()
    await add('while a lamp is dragged, every mark drawn', async () => {
      const planBox = await boxOf(page)
      const [mx, my] = [planBox.x + planBox.width / 2, planBox.y + planBox.height / 2]
      await page.mouse.move(mx, my)
      await page.mouse.down()
      const frames = await framesWhile(page, (step) =>
        page.mouse.move(mx + Math.sin(step / 9) * 150, my + Math.cos(step / 9) * 80),
      )
      await page.keyboard.press('Escape')
      await page.mouse.up()
      return frames
    })
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
    await slowDown(page, 1)
  }
  const devtools = await context.newCDPSession(page)
  const heap = async (): Promise<number> => {
    await devtools.send('HeapProfiler.collectGarbage')
    return (await devtools.send('Runtime.getHeapUsage')).usedSize / 1_048_576
  }
  const open = async (id: string | undefined, name: string) => {
    await page.goto(`${product.url}/#/plantmaps/${plantId}?plan=${id}`)
    await page.getByRole('application', { name: new RegExp(`^${name}`) }).waitFor()
  }
  await open(second, 'B')
  await open(first, 'A')
  const heapBefore = await heap()
  for (let round = 0; round < 25; round++) {
    await open(second, 'B')
    await open(first, 'A')
  }
  figures.push(
    figureOf(
      'memory after 50 plans were opened',
      'MiB',
      [await heap()],
      { values: [heapBefore], what: 'after 2' },
      'the heap of the page after collecting',
    ),
  )
  await browser.close()
  await unit.stop()
  return figures
}

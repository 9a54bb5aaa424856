import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import { upTopic } from '@vigilux/device-plane/topics.ts'
import mqtt from 'mqtt'
import type { Browser, Page } from 'playwright-core'
import { WebSocketServer } from 'ws'
import { until } from '../e2e/support/api-client.ts'
import type { RunningProduct } from '../e2e/support/running-product.ts'
import { acquireUnit, insertUnit } from '../server/src/features/central-units/index.ts'
import { testFactoryKey } from '../server/src/testing/test-broker.ts'
import { type Figure, figureOf, immediate, percentile, threeTimes } from './measure.ts'
import { framesPerSecond, launch, phone, signedIn, slowDown } from './web-browser.ts'

const serial = '0B00F0'
const unit = `logica_${serial}`
const life = 'be9c0be9c0be9c02'
const messages = 40

/** A unit that only this measurement speaks for: `say` reports lamps 1 to `lamps` with this serial and level. */
const connectUnit = async (product: RunningProduct, plantId: string) => {
  const { db } = product.product().database
  await insertUnit(db, { plantId, cuType: 'logica', cuId: serial, description: '', location: '', addedAt: new Date() })
  await acquireUnit(db, plantId, unit)
  const client = mqtt.connect(product.unitMqttUrl, {
    clientId: unit,
    username: unit,
    password: unitPassword(testFactoryKey, unit),
  })
  await new Promise((resolve) => client.once('connect', resolve))
  immediate(client)
  const birth = { life, boot: 1, connection: 0, online: true }
  await client.publishAsync(upTopic(unit, 'online'), JSON.stringify(birth), { qos: 1, retain: true })
  let seq = 0
  const say = (lampSerial: string, lamps: number, level: number) => {
    seq++
    const l = Array.from({ length: lamps }, (_, at) => [
      at + 1,
      lampSerial,
      1,
      2,
      0,
      0,
      0,
      255,
      0,
      level,
      0,
      0,
      0,
      null,
      null,
    ])
    const at = new Date().toISOString()
    client.publish(upTopic(unit, 'state'), JSON.stringify({ life, boot: 1, seq, at, body: { l } }), { qos: 1 })
  }
  return { say, stop: () => client.endAsync(true) }
}

/** Milliseconds from each call of `send` until the page shows its text, both by the machine's one clock. */
const toScreen = async (page: Page, send: (text: string) => void): Promise<number> => {
  const all: number[] = []
  await page.evaluate(`
    window.seen = {}
    new MutationObserver(() => {
      for (const text of document.body.innerText.match(/5C[0-9A-F]{4}/g) ?? []) seen[text] ??= Date.now()
    }).observe(document.body, { subtree: true, childList: true, characterData: true })`)
  for (let n = 0; n < messages; n++) {
    const text = `5C${(Date.now() % 0x10000).toString(16).toUpperCase().padStart(4, '0')}`
    const began = Date.now()
    send(text)
    const at = await until('the screen', () => page.evaluate<number | undefined>(`seen['${text}']`), 10_000)
    all.push(Number(at) - began)
    // The client gathers what follows within a quarter of a second: each is to be the first after a quiet time.
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  return percentile(all, 0.5)
}

/** A page that shows what a bare socket sends it. */
const barePage = async (browser: Browser) => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  const page = await (await browser.newContext()).newPage()
  const { port } = server.address() as { port: number }
  const connected = new Promise((resolve) => server.once('connection', resolve))
  await page.goto('about:blank')
  await page.evaluate(`
    window.socket = new WebSocket('ws://127.0.0.1:${port}')
    socket.onmessage = ({ data }) => { document.body.textContent = data }`)
  await connected
  const send = (text: string) => {
    for (const client of server.clients) client.send(text)
  }
  return { page, send, stop: () => server.close() }
}

/** From a unit's message to the screen, and what the screen still draws while 1,000 lamps a second change. */
export const benchLive = async (product: RunningProduct, plantId: string): Promise<Figure[]> => {
  const teller = await connectUnit(product, plantId)
  teller.say('5C0000', 96, 1)
  const browser = await launch()
  const page = await (await browser.newContext(await signedIn(browser, product.url))).newPage()
  await page.goto(`${product.url}/#/plantcentralunits/${plantId}`)
  await page.getByText('5C0000').first().waitFor()
  const bare = await barePage(browser)
  const ours = await threeTimes(() => toScreen(page, (text) => teller.say(text, 1, 1)), true)
  const limit = await threeTimes(() => toScreen(bare.page, bare.send), true)
  bare.stop()
  let level = 1
  const still = await threeTimes(() => framesPerSecond(page, 0))
  const crowd = setInterval(() => {
    level = (level % 250) + 1
    teller.say('5C0001', 50, level)
  }, 50)
  const drawn = await threeTimes(() => framesPerSecond(page, 0), true)
  clearInterval(crowd)
  await browser.close()
  await teller.stop()
  return [
    figureOf('message of a unit to the screen, p50', 'ms', ours, { values: limit, what: 'bare socket to a bare page' }),
    figureOf('frames while 1,000 lamps a second change', '/s', drawn, { values: still, what: 'while none does' }),
  ]
}

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
        if (document.querySelector('.vx-list-first')) requestAnimationFrame(() => resolve(performance.now() - began))
        else requestAnimationFrame(look)
      }
      location.hash = '#/plantcentralunits/${plantId}'
      requestAnimationFrame(look)
    })`)
    await page.close()
    return ms
  }
  const first = await threeTimes(firstRow, true)
  const page = await context.newPage()
  await page.goto(`${url}/#/plantcentralunits/${plantId}`)
  await page.locator('.vx-list-first').first().waitFor()
  await slowDown(page, 4)
  const scrolled = await threeTimes(async () => {
    await page.evaluate('scrollTo(0, 0)')
    return framesPerSecond(page, 24)
  }, true)
  const still = await threeTimes(() => framesPerSecond(page, 0))
  await browser.close()
  const note = '390 px, a quarter of the CPU'
  return [
    figureOf('first row of 992 lamps on a phone', 'ms', first, undefined, note),
    figureOf('frames while 992 lamps are scrolled', '/s', scrolled, { values: still, what: 'standing still' }, note),
  ]
}

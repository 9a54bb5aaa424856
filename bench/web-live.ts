import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import { upTopic } from '@vigilux/device-plane/topics.ts'
import mqtt from 'mqtt'
import type { Page } from 'playwright-core'
import { createApiClient, pollUntil } from '../e2e/support/api-client.ts'
import type { RunningProduct } from '../e2e/support/running-product.ts'
import { testFactoryKey } from '../server/src/testing/test-broker.ts'
import { disableNagle, type Figure, figureOf, measureThrice, percentile } from './measure.ts'
import { seedUnit } from './seed-unit.ts'
import { framesPerSecond, launch, signedIn } from './web-browser.ts'

const ownCuId = '0CAFE1'
const ownTopic = `logica_${ownCuId}`
const lampsOfUnit = 100
const states = 100

/** A separate unit in the plant, simulated here: all of its lamps change with every message. */
export const startUnit = async (product: RunningProduct, plantId: string, cuId: string) => {
  const topic = await seedUnit(product, { plantId, cuId })
  const password = unitPassword(testFactoryKey, topic)
  const client = mqtt.connect(product.unitMqttUrl, { clientId: topic, username: topic, password })
  await new Promise((resolve) => client.once('connect', resolve))
  disableNagle(client)
  const life = 'be9c0be9c0be9c02'
  const birthMessage = JSON.stringify({ life, boot: 1, connection: 0, online: true })
  await client.publishAsync(upTopic(topic, 'online'), birthMessage, { qos: 1, retain: true })
  let seq = 0
  return {
    /** Reports `count` lamps as members of a group, 1 to 15, and of the last group. */
    tell(count: number, group: number): Promise<unknown> {
      seq++
      const l = Array.from({ length: count }, (_, at) => {
        return [
          at + 1,
          (0xa10000 + at).toString(16).toUpperCase(),
          0,
          2,
          8,
          0,
          2,
          254,
          30,
          seq % 255,
          (1 << (group - 1)) | (1 << 15),
          1,
          0,
          'ST-8',
          '1.0',
        ]
      })
      const message = { life, boot: 1, seq, at: new Date().toISOString(), body: { l } }
      return client.publishAsync(upTopic(topic, 'state'), JSON.stringify(message), { qos: 1 })
    },
    stop: () => client.endAsync(true),
  }
}

/** Makes the page record, by the machine's clock, when the frame begins in which the first row contains the text. */
const watchForText = (page: Page, text: string): Promise<void> =>
  page.evaluate<void>(`{
    const has = () => document.querySelector('tbody [data-row="0"]')?.textContent.includes(${JSON.stringify(text)})
    window.shown = new Promise((resolve) => {
      const watcher = new MutationObserver(() => {
        if (!has()) return
        watcher.disconnect()
        requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()))
      })
      watcher.observe(document.body, { subtree: true, childList: true, characterData: true })
    })
    undefined
  }`)

const clock = (): number => performance.timeOrigin + performance.now()

/** From a unit's message to the frame of an open page, and the page's frames while 1,000 lamps per second change. */
export const benchLive = async (product: RunningProduct, plantId: string): Promise<Figure[]> => {
  const unit = await startUnit(product, plantId, ownCuId)
  const person = await createApiClient(product.url).signIn('nto')
  await unit.tell(lampsOfUnit, 15)
  const all = async () => (await person.call('getLamps', { plantId })).total === 992 + lampsOfUnit
  await pollUntil('the lamps of the unit', all, 30_000)
  const browser = await launch()
  const context = await browser.newContext(await signedIn(browser, product.url))
  const page = await context.newPage()
  await page.goto(`${product.url}/#/plantcentralunits/${plantId}?unit=${ownTopic}&sort=number`)
  await page.getByText('15, 16').first().waitFor()
  await page.locator('[data-part="live"][data-live]').waitFor()

  const channel = await person.realtime()
  await person.call('getPlantDetails', { plantId, socketId: channel.socketId })
  const toChannel: number[] = []
  let startedAt = clock()
  const listening = setInterval(() => {
    for (const { action } of channel.messages.splice(0)) if (action === 'lamps') toChannel.push(clock() - startedAt)
  }, 1)
  const times: number[] = []
  for (let n = 0; n < states; n++) {
    const group = 1 + (n % 14)
    await watchForText(page, `${group}, 16`)
    // Out of phase with the frames, and with the second in which a plant's stats are broadcast.
    await page.waitForTimeout(300 + ((n * 37) % 200))
    startedAt = clock()
    await unit.tell(1, group)
    times.push((await page.evaluate<number>('window.shown')) - startedAt)
  }
  clearInterval(listening)
  channel.close()

  await page.goto(`${product.url}/#/plantcentralunits/${plantId}`)
  await page.locator('tbody [data-row="0"]').waitFor()
  const stillFrames = await measureThrice(() => framesPerSecond(page, 0), true)
  let reportCount = 0
  const reportTimer = setInterval(() => void unit.tell(lampsOfUnit, 1 + (reportCount++ % 15)), lampsOfUnit)
  const moving = await measureThrice(() => framesPerSecond(page, 0), true)
  clearInterval(reportTimer)
  await browser.close()
  await unit.stop()
  const note = `${states} states of one lamp, broker and database between`
  const line = (share: number, name: string): Figure => ({
    name: `a unit's message to the screen, ${name}`,
    value: percentile(times, share),
    unit: 'ms',
    limit: { value: percentile(toChannel, share), what: 'to a channel without a screen' },
    note,
  })
  return [
    line(0.5, 'p50'),
    line(0.99, 'p99'),
    figureOf('frames while 1,000 lamps a second change', '/s', moving, {
      values: stillFrames,
      what: 'while none changes',
    }),
  ]
}

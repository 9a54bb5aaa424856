import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPushEndpoint, pushBrowser } from '../../server/src/testing/push-endpoint.ts'
import { pollUntil } from '../support/api-client.ts'
import { type Person, useProduct } from '../support/people.ts'

/** A browser shows pushes, and a click on one leads to its page. After sign-out nothing more arrives. */
const journey = useProduct({
  isWholeBrowser: true,
  units: [{ type: 'logica', serial: '0A1B01', lamps: 12, enrolled: true, plant: 'hospital' }],
})
let endpoint: Awaited<ReturnType<typeof openPushEndpoint>>
beforeAll(async () => {
  endpoint = await openPushEndpoint()
})
afterAll(() => endpoint.close())

/**
 * Chromium requests an address from its vendor. Here the test provides address and keys; the rest is the real browser.
 */
const withOurAddress = async (person: Person) => {
  const browser = pushBrowser(`${endpoint.url}/browser`)
  const { endpoint: address, ...keys } = browser.keys
  await person.context.grantPermissions(['notifications'], { origin: journey.product.url })
  await person.context.addInitScript(`
    let made = null
    const subscription = {
      toJSON: () => (${JSON.stringify({ endpoint: address, keys })}),
      unsubscribe: async () => { made = null; return true },
    }
    PushManager.prototype.subscribe = async () => (made = subscription)
    PushManager.prototype.getSubscription = async () => made`)
  return browser
}

/** The notifications shown by the browser after a push. */
const readShownNotice = async ({ page, context }: Person, data: string) => {
  const tools = await context.newCDPSession(page)
  // A push to a worker that is still being activated, or does not start in time, would be lost.
  const running = new Promise<string>((resolve) => {
    tools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const ready = versions.find(({ status, runningStatus }) => status === 'activated' && runningStatus === 'running')
      if (ready) resolve(ready.registrationId)
    })
  })
  await tools.send('ServiceWorker.enable')
  await tools.send('ServiceWorker.startWorker', { scopeURL: `${journey.product.url}/` })
  const registrationId = await running
  await tools.send('ServiceWorker.deliverPushMessage', { origin: journey.product.url, registrationId, data })
  return pollUntil('the browser shows it', () =>
    page.evaluate<{ title: string; body: string } | undefined>(
      `navigator.serviceWorker.ready.then((one) => one.getNotifications())
        .then(([found]) => found && { title: found.title, body: found.body, data: found.data })`,
    ),
  )
}

/**
 * Presses the shown notification. A headless browser has none to press, so the test dispatches the event to its worker.
 * The worker may not open or focus windows then, so the test records these calls.
 */
const press = async ({ context }: Person): Promise<string[]> => {
  const [worker] = context.serviceWorkers()
  const openedPaths = await worker?.evaluate<string[]>(`(async () => {
    const asked = []
    self.clients.openWindow = async (url) => void asked.push('open ' + url)
    WindowClient.prototype.focus = async function () { asked.push('focus') }
    const [notification] = await self.registration.getNotifications()
    const event = new NotificationEvent('notificationclick', { notification })
    let done
    Object.defineProperty(event, 'waitUntil', { value: (promise) => { done = promise } })
    self.dispatchEvent(event)
    await done
    return [...asked, (await self.registration.getNotifications()).length + ' left']
  })()`)
  return openedPaths ?? expect.unreachable('no worker')
}

it('a push shows a fault and leads to its lamp, and stops after sign-out', async () => {
  const staff = await journey.comeIn({ serviceWorkers: 'allow' })
  const browser = await withOurAddress(staff)
  await staff.signIn('staff')
  await staff.goTo('/')
  await staff.page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  await staff.page.getByRole('button', { name: /Luca Bressan/ }).click()
  await staff.page.getByRole('menuitem', { name: 'Profile' }).click()
  await staff.page.getByRole('link', { name: 'Notices', exact: true }).last().click()
  const noticeSwitch = staff.page.getByRole('switch', { name: 'Show notices even when Vigilux is closed' })
  await noticeSwitch.click()
  await pollUntil('it is on', () => noticeSwitch.isChecked())
  await journey.product.panel('logica_0A1B01', 'lamp-fault', { addr: 3, faults: ['battery_short'] })
  const push = await pollUntil('a push', async () => endpoint.receivedPushes[0])
  const text = browser.read(push.body)
  expect(text).toMatchObject({ title: 'Fault', path: expect.stringContaining('lamp=logica_0A1B01.3') })
  expect(await readShownNotice(staff, JSON.stringify(text))).toMatchObject({
    title: 'Fault',
    body: expect.stringContaining('Ospedale San Camillo'),
    data: { path: text.path },
  })
  const link = `${journey.product.url}/#${text.path}`
  expect(await press(staff)).toEqual(['focus', '0 left'])
  await staff.page.getByRole('complementary', { name: /0003/ }).waitFor()
  expect(staff.page.url()).toBe(link)

  await readShownNotice(staff, JSON.stringify(text))
  const watch = await staff.context.newPage()
  await staff.page.close()
  expect(await press(staff)).toEqual([`open ${link}`, '0 left'])
  await watch.goto(link)
  await watch.getByRole('complementary', { name: /0003/ }).waitFor()
  staff.page = watch
  await staff.page.getByRole('button', { name: /Luca Bressan/ }).click()
  await staff.page.getByRole('menuitem', { name: 'Sign out' }).click()
  await staff.page.getByLabel('E-mail').waitFor()
  await journey.product.panel('logica_0A1B01', 'lamp-fault', { addr: 5, faults: ['led_open'] })
  await pollUntil('the mail of the second fault', async () => {
    const { mails } = (await (await fetch(`${journey.product.url}/dev/mail.json`)).json()) as {
      mails: { to: string; text: string; sent: boolean }[]
    }
    return mails.some((mail) => mail.sent && mail.to.startsWith('staff@') && mail.text.includes('lamp 0005'))
  })
  expect(endpoint.receivedPushes).toHaveLength(1)
  expect(staff.complaints).toEqual([])
})

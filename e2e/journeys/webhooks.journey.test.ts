import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pollUntil } from '../support/api-client.ts'
import { type Person, useProduct } from '../support/people.ts'

/**
 * Another system receives a fault by webhook: secret shown once, a test, an outage, a dead letter. Live in two
 * browsers.
 */
const journey = useProduct({
  units: [{ type: 'logica', serial: '0A1B02', lamps: 4, enrolled: true, plant: 'hospital' }],
})

const receivedCalls: { headers: IncomingHttpHeaders; body: string }[] = []
const receiver = { answers: 204, address: '' }
let server: Server
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = await text(request)
    if (receiver.answers === 204) receivedCalls.push({ headers: request.headers, body })
    response.writeHead(receiver.answers).end('Closed for today\nand tomorrow')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const clean = async ({ page }: Person) => {
  const { violations } = await new AxeBuilder({ page }).include('main').setLegacyMode().analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

it('a webhook receives signed calls, and refused calls are sent again', async () => {
  const [installer, otherInstaller, staff] = [await journey.comeIn(), await journey.comeIn(), await journey.comeIn()]
  await Promise.all([installer.signIn('installer'), otherInstaller.signIn('installer'), staff.signIn('staff')])
  await otherInstaller.page.setViewportSize({ width: 390, height: 844 })
  await installer.goTo('/')
  await installer.page.getByText('Ospedale San Camillo').first().click()
  await installer.page.waitForURL(/\/plant\//)
  const plantId = /[0-9a-f-]{36}/.exec(installer.page.url())?.[0] ?? ''
  for (const person of [installer, otherInstaller, staff]) await person.goTo(`/plantgeneral/${plantId}?tab=webhooks`)
  await otherInstaller.page.getByText('No webhooks yet').waitFor()
  await staff.page.getByRole('link', { name: 'Notices', exact: true }).first().waitFor()
  expect(await staff.page.getByRole('link', { name: 'Webhooks', exact: true }).count()).toBe(0)

  await installer.page.getByRole('button', { name: 'New webhook' }).click()
  await installer.page.getByRole('textbox', { name: 'Address' }).fill(receiver.address)
  await installer.page.getByRole('button', { name: 'Create webhook' }).click()
  const secret = await installer.page.getByRole('textbox', { name: 'Secret' }).inputValue()
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  await otherInstaller.page.getByText(receiver.address).waitFor()
  expect(await otherInstaller.page.getByRole('textbox', { name: 'Secret' }).count()).toBe(0)
  await clean(installer)

  await installer.page.getByRole('button', { name: /^Send a test/ }).click()
  await otherInstaller.page.getByText(/^Accepted .*: 204/).waitFor()
  await clean(otherInstaller)
  await journey.product.panel('logica_0A1B02', 'lamp-fault', { addr: 3, faults: ['battery_short'] })
  const fault = await pollUntil('the call about the fault', async () =>
    receivedCalls.find(({ body }) => body.includes('functionError')),
  )
  expect(JSON.parse(fault.body)).toMatchObject({
    causes: [{ what: 'fault', unit: { id: 'logica_0A1B02' }, lamp: { addr: 3 }, faults: ['battery_short'] }],
  })
  for (const { headers, body } of receivedCalls) {
    const signedContent = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signedContent).digest('base64')}`)
  }
  await otherInstaller.page.getByText(/lamp 0003 ·/).waitFor()

  receiver.answers = 503
  await installer.page.getByRole('button', { name: /^Send a test/ }).click()
  await installer.page.getByText('Given up: The receiver answered 503 Closed for today.').waitFor()
  receiver.answers = 204
  await otherInstaller.page.getByRole('button', { name: 'Send again' }).click()
  await pollUntil('the dead letter is taken', async () => receivedCalls.length === 3)
  await installer.page.getByRole('button', { name: /^Remove the webhook/ }).click()
  await installer.page.getByRole('dialog').getByRole('button', { name: 'Remove webhook' }).click()
  await otherInstaller.page.getByText('No webhooks yet').waitFor()
  expect([installer, otherInstaller, staff].flatMap(({ complaints }) => complaints)).toEqual([])
})

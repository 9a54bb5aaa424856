import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Webhook, WebhookCall } from '@vigilux/contract/features/webhooks/webhook.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { clearPresses } from '../../shared/api/use-action.ts'
import { plantId, plantWith, refusal, renderInPlant } from '../../testing/plant.tsx'
import { WebhooksTab } from './WebhooksTab.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const webhook: Webhook = {
  id: id(5),
  address: 'https://bms.vigilux.test/in',
  kinds: ['mainsFailure', 'functionError'],
  on: true,
  madeAt: '2026-03-02T09:00:00.000Z',
  goneAt: null,
  version: 3,
}
const callOf = (change: Partial<WebhookCall>): WebhookCall => ({
  id: id(9),
  webhookId: webhook.id,
  kind: 'mainsFailure',
  at: '2026-03-02T09:00:00.000Z',
  causes: 2,
  unit: 'Main',
  addr: 7,
  state: 'waiting',
  stateAt: '2026-03-02T09:05:00.000Z',
  tries: 0,
  triesAtMost: 8,
  failure: null,
  answer: null,
  ...change,
})
const counts = { waiting: 0, taken: 0, dead: 0, discarded: 0 }
const deadWebhookCall = callOf({ state: 'dead', tries: 8, failure: 'answered', answer: '503 busy' })

const open = async (answers: Record<string, unknown> = {}, archived_at: string | null = null) => {
  const details = plantWith({ plant: { archived_at } })
  const page = await renderInPlant(<WebhooksTab plant={details.plant} />, details, ({ action }) => {
    const all: Record<string, unknown> = {
      getWebhooks: { webhooks: [webhook] },
      getWebhookCalls: { calls: [], total: 0, counts },
      ...answers,
    }
    return all[action] ?? {}
  })
  return { callsOf: (name: string) => page.calls.filter(({ action }) => action === name) }
}
const answerCalls = (...calls: WebhookCall[]) => ({
  getWebhookCalls: { calls, total: calls.length, counts: { ...counts, dead: calls.length } },
})
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const dialog = async () => within(await screen.findByRole('dialog'))

test('the empty page explains webhooks, and a new one shows its secret once', async () => {
  const { callsOf } = await open({ getWebhooks: { webhooks: [] }, createWebhook: { webhook, secret: 'whsec_abc' } })
  await screen.findByText('No webhooks yet')
  await press('New webhook')
  const confirmDialog = await dialog()
  fireEvent.click(confirmDialog.getByRole('button', { name: 'Create webhook' }))
  await confirmDialog.findByText('Enter an address that begins with https://')
  expect(callsOf('createWebhook')).toEqual([])
  fireEvent.change(confirmDialog.getByRole('textbox', { name: /^Address/ }), { target: { value: webhook.address } })
  for (const name of ['Fault', 'Test with errors']) fireEvent.click(confirmDialog.getByRole('checkbox', { name }))
  fireEvent.click(confirmDialog.getByRole('button', { name: 'Create webhook' }))
  const secret = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Secret' })
  expect(secret.value).toBe('whsec_abc')
  const [createdWebhook] = callsOf('createWebhook')
  expect(createdWebhook).toMatchObject({ plantId, webhook: { address: webhook.address, on: true } })
  expect(createdWebhook?.webhook).toMatchObject({ kinds: { length: 7 } })
  await press('I have saved it')
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Secret' })).toBeNull())
})

test('a refused address shows the reason and can be sent again', async () => {
  const { callsOf } = await open({ createWebhook: refusal('WEBHOOK_ADDRESS_REFUSED') })
  await press('New webhook')
  const confirmDialog = await dialog()
  fireEvent.change(confirmDialog.getByRole('textbox', { name: /^Address/ }), { target: { value: 'https://10.0.0.1/' } })
  const make = () => fireEvent.click(confirmDialog.getByRole('button', { name: 'Create webhook' }))
  make()
  await confirmDialog.findByText(/This address cannot be called/)
  await vi.waitFor(() => {
    make()
    expect(callsOf('createWebhook').length).toBeGreaterThan(1)
  })
})

test('a webhook shows address and events and is switched off over its version', async () => {
  const { callsOf } = await open()
  await screen.findByText(webhook.address)
  screen.getByText('Mains failure and Fault')
  fireEvent.click(await screen.findByRole('switch', { name: 'Notices are sent' }))
  await waitFor(() => expect(callsOf('updateWebhook')).toHaveLength(1))
  const { address, kinds } = webhook
  const change = { plantId, webhookId: webhook.id, version: 3, webhook: { address, kinds, on: false } }
  expect(callsOf('updateWebhook')).toEqual([{ action: 'updateWebhook', ...change }])
})

test('a webhook is changed', async () => {
  const { callsOf } = await open({ updateWebhook: { webhook: { ...webhook, version: 4 } } })
  await press('Change the webhook to bms.vigilux.test')
  const confirmDialog = await dialog()
  fireEvent.click(confirmDialog.getByRole('checkbox', { name: 'Fault' }))
  fireEvent.click(confirmDialog.getByRole('button', { name: 'Save webhook' }))
  await waitFor(() =>
    expect(callsOf('updateWebhook')).toMatchObject([{ version: 3, webhook: { kinds: ['mainsFailure'] } }]),
  )
})

test('a receiver that is gone is reported', async () => {
  await open({ getWebhooks: { webhooks: [{ ...webhook, on: false, goneAt: '2026-03-02T09:00:00.000Z' }] } })
  await screen.findByText(/^Switched off \(.*\): the receiver answered that it is gone/)
})

test('a secret is renewed after a confirmation and shown', async () => {
  const { callsOf } = await open({ renewWebhookSecret: { webhook, secret: 'whsec_new' } })
  await press('New secret for bms.vigilux.test')
  expect(callsOf('renewWebhookSecret')).toEqual([])
  fireEvent.click((await dialog()).getByRole('button', { name: 'Create a new secret' }))
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Secret' })).value).toBe('whsec_new')
})

test('removing a webhook asks first', async () => {
  const { callsOf } = await open()
  await press('Remove the webhook to bms.vigilux.test')
  expect(callsOf('removeWebhook')).toEqual([])
  fireEvent.click((await dialog()).getByRole('button', { name: 'Remove webhook' }))
  await waitFor(() => expect(callsOf('removeWebhook')).toMatchObject([{ plantId, webhookId: webhook.id }]))
})

test('each press sends a test', async () => {
  const { callsOf } = await open({ testWebhook: { callId: id(8) } })
  await press('Send a test to bms.vigilux.test')
  await waitFor(() => expect(callsOf('testWebhook')).toHaveLength(1))
  await waitFor(() => expect(callsOf('getWebhookCalls').length).toBeGreaterThan(1))
  // Later than a double click.
  clearPresses()
  await press('Send a test to bms.vigilux.test')
  await waitFor(() => expect(callsOf('testWebhook')).toHaveLength(2))
})

test('the result of each call is shown', async () => {
  const secondTry = callOf({ id: id(1), tries: 2, failure: 'redirected', answer: '307' })
  const takenCall = callOf({ id: id(2), state: 'taken', tries: 1, answer: '204', kind: 'test', unit: null, addr: null })
  const deadCall = callOf({ id: id(3), state: 'dead', failure: 'internal' })
  const discardedCall = callOf({ id: id(4), state: 'discarded', failure: 'tooMany' })
  await open(answerCalls(secondTry, takenCall, deadCall, discardedCall, deadWebhookCall))
  await screen.findByText(/redirects \(307\).* Try 3 of 8: /)
  screen.getByText(/^Accepted .*: 204$/)
  screen.getByText('Test of the receiver')
  screen.getAllByText('Main · lamp 0007 · and 1 more')
  screen.getByText(/^Given up: The address leads into a private network/)
  screen.getByText(/newer notices took its place/)
  screen.getByText('Given up: The receiver answered 503 busy.')
})

test('a dead letter is sent again, or discarded after a confirmation', async () => {
  const { callsOf } = await open(answerCalls(deadWebhookCall))
  await press('Send again')
  const callInput = { plantId, webhookId: webhook.id, callId: deadWebhookCall.id }
  await waitFor(() => expect(callsOf('resendWebhookCalls')).toMatchObject([callInput]))
  await press('Discard')
  expect(callsOf('discardWebhookCalls')).toEqual([])
  fireEvent.click((await dialog()).getByRole('button', { name: 'Discard it' }))
  await waitFor(() => expect(callsOf('discardWebhookCalls')).toMatchObject([callInput]))
})

test('all dead letters are sent again, except those of switched-off webhooks', async () => {
  const webhookOff = { ...webhook, id: id(6), on: false }
  const { callsOf } = await open({
    ...answerCalls(deadWebhookCall, { ...deadWebhookCall, id: id(7) }),
    getWebhooks: { webhooks: [webhook, webhookOff] },
  })
  await press('Send all again')
  const confirmDialog = await dialog()
  confirmDialog.getByText(/^2 dead letters are sent to their receivers again/)
  fireEvent.click(confirmDialog.getByRole('button', { name: 'Send all again' }))
  await waitFor(() => expect(callsOf('resendWebhookCalls')).toHaveLength(1))
  expect(callsOf('resendWebhookCalls')).toEqual([{ action: 'resendWebhookCalls', plantId, webhookId: webhook.id }])
})

test('an archived plant disables all changes', async () => {
  await open(answerCalls(deadWebhookCall), '2026-03-01T00:00:00.000Z')
  await screen.findByText(webhook.address)
  const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: 'Notices are sent' })
  expect(toggle.disabled).toBe(true)
  await screen.findByText('Given up: The receiver answered 503 busy.')
  for (const name of [/^Send/, /^Change/, /^Remove/, /^New secret/, 'Discard', 'Discard all'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('a failed read of the list shows an error and can be retried', async () => {
  const { callsOf } = await open({ getWebhooks: refusal('INTERNAL_ERROR') })
  await press(/again/i)
  await waitFor(() => expect(callsOf('getWebhooks').length).toBeGreaterThan(1))
})

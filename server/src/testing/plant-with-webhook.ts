import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { WebhookDraft } from '@vigilux/contract/features/webhooks/webhook.ts'
import { type WebhookBody, webhookBody } from '@vigilux/contract/features/webhooks/webhook-body.ts'
import { createWebhookSender, webhookSender } from '../features/webhooks/send-webhooks.ts'
import { openPlantWithNotices } from './plant-with-notices.ts'
import { openPushEndpoint } from './push-endpoint.ts'
import { whenDue } from './take-turn.ts'

type ReceivedCall = { headers: IncomingHttpHeaders; body: Buffer }

/** A receiver's check of a call, as in docs/protocol/webhooks.md: null without a valid signature. */
export const readCall = ({ headers, body }: ReceivedCall, secret: string): WebhookBody | null => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signedContent = Buffer.concat([Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`), body])
  const expected = createHmac('sha256', key).update(signedContent).digest()
  const isOurs = String(headers['webhook-signature'])
    .split(' ')
    .map((one) => Buffer.from(one.replace('v1,', ''), 'base64'))
    .some((one) => one.length === expected.length && timingSafeEqual(one, expected))
  return isOurs ? webhookBody.parse(JSON.parse(body.toString())) : null
}

/** A plant with a webhook to a receiver on loopback, and the server's calls over time. */
export const openPlantWithWebhook = async () => {
  const plant = await openPlantWithNotices()
  const { client, plantId, server } = plant
  const receivers = [await openPushEndpoint()]
  const [receiver] = receivers as [Awaited<ReturnType<typeof openPushEndpoint>>]
  const parts = { ports: server.ports, log: server.log, inTransaction: server.inTransaction, db: server.database.db }
  const node = () => {
    const { look, idle } = createWebhookSender(parts)
    return {
      idle,
      async look(): Promise<number> {
        let receivers = 0
        await whenDue(webhookSender, parts, async () => {
          receivers = await look()
        })
        return receivers
      },
    }
  }
  const sender = node()
  const draft = (change: Partial<WebhookDraft> = {}): WebhookDraft => ({
    address: `${receiver.url}/calls`,
    kinds: ['functionError', 'mainsFailure'],
    on: true,
    ...change,
  })
  const make = (change: Partial<WebhookDraft> = {}) => client.call('createWebhook', { plantId, webhook: draft(change) })
  return {
    ...plant,
    receiver,
    async addReceiver() {
      const endpoint = await openPushEndpoint()
      receivers.push(endpoint)
      return endpoint
    },
    /** The sender of another server node. */
    node,
    draft,
    make,
    /** Sends due calls until none is left. */
    async send() {
      while ((await sender.look()) > 0) await sender.idle()
    },
    /** A lamp fails, and the webhook is queued. */
    async failLamp(addr = 1) {
      await plant.report(plant.lamp(addr, 8))
      await plant.drainNotices()
    },
    calls: async () => (await client.call('getWebhookCalls', { plantId })).calls,
    async stop() {
      await Promise.all(receivers.map((one) => one.close()))
      await server.stop()
    },
  }
}

export type PlantWithWebhook = Awaited<ReturnType<typeof openPlantWithWebhook>>

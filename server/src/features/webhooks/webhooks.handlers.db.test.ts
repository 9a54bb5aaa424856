import { randomUUID } from 'node:crypto'
import { noticeKinds } from '@vigilux/contract/features/notices/notice.ts'
import { maxWebhooksPerPlant } from '@vigilux/contract/features/webhooks/webhook.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { auditTable } from '../../kernel/audit.schema.ts'
import type { User } from '../../kernel/caller.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { webhookCallTable, webhookTable } from './webhooks.schema.ts'

let server: TestServer
let ada: User
let ben: User
let plantId: string
beforeAll(async () => {
  server = await createTestServer()
  ;[ada, ben] = [await server.given.user(), await server.given.user()]
})
beforeEach(async () => {
  plantId = await server.given.plant({ members: { installerAdministrator: ada.userId, installerStaff: ben.userId } })
  server.announced.length = 0
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => server.stop())

const address = 'https://bms.vigilux.test/in/token-of-theirs?x=1'
const draft = (change = {}) => ({ address, kinds: ['mainsFailure' as const], on: true, ...change })
const make = (change = {}) => server.as(ada).call('createWebhook', { plantId, webhook: draft(change) })
const list = async () => (await server.as(ada).call('getWebhooks', { plantId })).webhooks
const calls = (input = {}) => server.as(ada).call('getWebhookCalls', { plantId, ...input })
const announced = (event: 'webhooks' | 'webhookCalls') => {
  const found = server.announced.filter((one) => one.event === event)
  expect(found.every((one) => JSON.stringify(one.data) === JSON.stringify({ plant_id: plantId }))).toBe(true)
  return found.length
}

describe('a webhook', () => {
  it('is made with a secret that is told once and kept by nobody in the clear', async () => {
    const { webhook, secret } = await make({ kinds: ['testErrors', 'mainsFailure', 'testErrors'] })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(webhook).toMatchObject({ ...draft(), kinds: ['mainsFailure', 'testErrors'], version: 1, goneAt: null })
    expect(await list()).toEqual([webhook])
    expect(announced('webhooks')).toBe(1)
    const kept = [
      await server.database.db.select().from(webhookTable),
      await server.database.db.select().from(auditTable),
    ]
    const bare = secret.replace('whsec_', '')
    for (const form of [bare, Buffer.from(bare, 'base64').toString('base64url'), 'token-of-theirs'])
      expect(JSON.stringify(form === 'token-of-theirs' ? kept[1] : kept)).not.toContain(form)
    expect(JSON.stringify(kept[1])).toContain('bms.vigilux.test')
    expect(JSON.stringify([server.announced, server.log.lines])).not.toContain(bare)
  })

  it('is one of a few, also when many are made at once', async () => {
    const codes = await Promise.all(
      Array.from({ length: maxWebhooksPerPlant + 3 }, () =>
        server.as(ada).refusal('createWebhook', { plantId, webhook: draft() }),
      ),
    )
    expect(codes.filter((code) => code === 'WEBHOOK_LIMIT')).toHaveLength(3)
    expect(await list()).toHaveLength(maxWebhooksPerPlant)
  })

  it('is changed over the version that was opened', async () => {
    const { webhook } = await make()
    const named = { plantId, webhookId: webhook.id }
    const all = draft({ kinds: [...noticeKinds], on: false, address: 'https://other.vigilux.test/' })
    const changed = await server.as(ada).call('updateWebhook', { ...named, version: 1, webhook: all })
    expect(changed.webhook).toEqual({ ...webhook, ...all, version: 2 })
    const late = { ...named, version: 1, webhook: draft() }
    expect(await server.as(ada).refusal('updateWebhook', late)).toBe('CHANGED_MEANWHILE')
    expect(await list()).toEqual([changed.webhook])
    expect(announced('webhooks')).toBe(2)
  })

  it('has an address of the web and at least one kind', async () => {
    const refused = (change: object) => server.as(ada).refusal('createWebhook', { plantId, webhook: draft(change) })
    for (const wrong of ['', 'nothing', 'ftp://bms.vigilux.test/', `https://bms.vigilux.test/${'x'.repeat(1_000)}`])
      expect(await refused({ address: wrong })).toBe('INVALID_INPUT')
    expect(await refused({ kinds: [] })).toBe('INVALID_INPUT')
    expect(await refused({ address: 'https://user:pass@bms.vigilux.test/' })).toBe('WEBHOOK_ADDRESS_REFUSED')
    const { webhook } = await make()
    const named = { plantId, webhookId: webhook.id, version: 1 }
    const inside = { ...named, webhook: draft({ address: 'https://user:pass@bms.vigilux.test/' }) }
    expect(await server.as(ada).refusal('updateWebhook', inside)).toBe('WEBHOOK_ADDRESS_REFUSED')
  })

  it('is not saved where its name leads into a network or to nothing, before anything is written', async () => {
    const { webhook } = await make()
    const reach = vi.spyOn(server.ports.outbound, 'mayReach').mockResolvedValue(false)
    const named = { plantId, webhookId: webhook.id, version: webhook.version }
    const change = (on: boolean) =>
      server.as(ada).refusal('updateWebhook', { ...named, webhook: draft({ kinds: ['noOwner'], on }) })
    const again = { plantId, webhook: draft() }
    expect(await server.as(ada).refusal('createWebhook', again)).toBe('WEBHOOK_ADDRESS_REFUSED')
    expect(await change(true)).toBe('WEBHOOK_ADDRESS_REFUSED')
    // What is to be called no more need not be found.
    expect(await change(false)).toBeNull()
    expect(reach).toHaveBeenCalledTimes(2)
    expect(await list()).toMatchObject([{ kinds: ['noOwner'], on: false, version: 2 }])
  })

  it('gets another secret, and nothing else becomes other', async () => {
    const { webhook, secret } = await make()
    const renewed = await server.as(ada).call('renewWebhookSecret', { plantId, webhookId: webhook.id })
    expect(renewed.webhook).toEqual(webhook)
    expect(renewed.secret).toMatch(/^whsec_/)
    expect(renewed.secret).not.toBe(secret)
  })

  it('is removed with what it sent', async () => {
    const { webhook } = await make()
    const named = { plantId, webhookId: webhook.id }
    await server.as(ada).call('testWebhook', { ...named })
    server.announced.length = 0
    await server.as(ada).call('removeWebhook', named)
    expect(await list()).toEqual([])
    expect(await calls()).toMatchObject({ calls: [], total: 0 })
    expect([announced('webhooks'), announced('webhookCalls')]).toEqual([1, 1])
    expect(await server.as(ada).refusal('removeWebhook', named)).toBe('WEBHOOK_NOT_FOUND')
  })
})

describe('a test', () => {
  it('is one call for each press, also of a webhook that is off, and names where it was asked for', async () => {
    const { webhook } = await make({ on: false })
    const press = { plantId, webhookId: webhook.id }
    const { callId } = await server.as(ada).call('testWebhook', press)
    const found = await calls()
    expect(found).toMatchObject({ total: 1, counts: { waiting: 1, taken: 0, dead: 0, discarded: 0 } })
    expect(found.calls).toMatchObject([{ id: callId, kind: 'test', state: 'waiting', triesAtMost: 1, unit: null }])
    const [row] = await server.database.db.select().from(webhookCallTable)
    expect(JSON.parse(row?.body ?? '')).toMatchObject({
      type: 'test',
      version: 1,
      id: callId,
      plant: { id: plantId },
      url: `http://localhost/#/plantgeneral/${plantId}?tab=webhooks`,
    })
    expect(announced('webhookCalls')).toBe(1)
  })
})

describe('calls', () => {
  it('are listed by state and page, newest first', async () => {
    const { webhook } = await make()
    const at = server.clock.now()
    const states = ['taken', 'dead', 'dead', 'waiting'] as const
    const rows = states.map((state, n) => ({
      id: randomUUID(),
      webhookId: webhook.id,
      kind: 'test' as const,
      causes: 0,
      state,
      body: '{}',
      at: new Date(at.getTime() + n),
      stateAt: at,
      dueAt: at,
    }))
    await server.database.db.insert(webhookCallTable).values(rows)
    const [first, second] = [await calls({ pageSize: 3 }), await calls({ pageSize: 3, page: 2 })]
    expect([...first.calls, ...second.calls].map(({ id }) => id)).toEqual(rows.map(({ id }) => id).reverse())
    expect([first.total, second.total]).toEqual([4, 4])
    const dead = await calls({ state: 'dead', pageSize: 1 })
    expect([dead.total, dead.counts.dead]).toEqual([2, 2])
    expect(dead.calls.map(({ id }) => id)).toEqual([rows[2]?.id])
  })
})

describe('who may', () => {
  const actions = ['updateWebhook', 'renewWebhookSecret', 'removeWebhook', 'testWebhook'] as const
  const letters = ['resendWebhookCalls', 'discardWebhookCalls'] as const
  const inputOf = (action: string, named: object) => {
    if (action === 'updateWebhook') return { ...named, version: 1, webhook: draft() }
    return action === 'testWebhook' ? { ...named } : named
  }

  it.each([...actions, ...letters])(
    '%s: of another plant it is not found, nor by who does not administer',
    async (action) => {
      const { webhook } = await make()
      const other = await server.given.plant({ members: { installerAdministrator: ada.userId } })
      const refused = (by: User, plant: string) =>
        server.as(by).refusal(action, inputOf(action, { plantId: plant, webhookId: webhook.id }))
      expect(await refused(ada, other)).toBe('WEBHOOK_NOT_FOUND')
      expect(await refused(ben, plantId)).toBe('NOT_ALLOWED')
      expect(await refused(await server.given.user(), plantId)).toBe('PLANT_NOT_FOUND')
      expect(await list()).toEqual([webhook])
    },
  )

  it.each(letters)('%s: a call of another webhook is not found', async (action) => {
    const [one, other] = [await make(), await make()]
    const press = { plantId, webhookId: other.webhook.id }
    const { callId } = await server.as(ada).call('testWebhook', press)
    const named = { plantId, webhookId: one.webhook.id, callId }
    expect(await server.as(ada).refusal(action, named)).toBe('WEBHOOK_CALL_NOT_FOUND')
  })

  it.each(['getWebhooks', 'getWebhookCalls'])('%s is closed to who does not administer', async (action) => {
    expect(await server.as(ben).refusal(action, { plantId })).toBe('NOT_ALLOWED')
  })

  it('sends nothing again of a webhook that is off', async () => {
    const { webhook } = await make({ on: false })
    const named = { plantId, webhookId: webhook.id }
    expect(await server.as(ada).refusal('resendWebhookCalls', named)).toBe('WEBHOOK_OFF')
    expect(await server.as(ada).call('discardWebhookCalls', named)).toEqual({ calls: 0 })
  })
})

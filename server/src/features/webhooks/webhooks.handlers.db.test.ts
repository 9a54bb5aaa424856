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
  ;[ada, ben] = [await server.create.user(), await server.create.user()]
})
beforeEach(async () => {
  plantId = await server.create.plant({ members: { installerAdministrator: ada.userId, installerStaff: ben.userId } })
  server.broadcasts.length = 0
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => server.stop())

const address = 'https://bms.vigilux.test/in/token-of-theirs?x=1'
const draft = (change = {}) => ({ address, kinds: ['mainsFailure' as const], on: true, ...change })
const make = (change = {}) => server.as(ada).call('createWebhook', { plantId, webhook: draft(change) })
const list = async () => (await server.as(ada).call('getWebhooks', { plantId })).webhooks
const calls = (input = {}) => server.as(ada).call('getWebhookCalls', { plantId, ...input })
const countBroadcasts = (event: 'webhooks' | 'webhookCalls') => {
  const found = server.broadcasts.filter((one) => one.event === event)
  expect(found.every((one) => JSON.stringify(one.data) === JSON.stringify({ plant_id: plantId }))).toBe(true)
  return found.length
}

describe('webhook', () => {
  it('is created with a secret shown once and never stored in plain text', async () => {
    const { webhook, secret } = await make({ kinds: ['testErrors', 'mainsFailure', 'testErrors'] })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(webhook).toMatchObject({ ...draft(), kinds: ['mainsFailure', 'testErrors'], version: 1, goneAt: null })
    expect(await list()).toEqual([webhook])
    expect(countBroadcasts('webhooks')).toBe(1)
    const storedTables = [
      await server.database.db.select().from(webhookTable),
      await server.database.db.select().from(auditTable),
    ]
    const encodedSecret = secret.replace('whsec_', '')
    for (const form of [encodedSecret, Buffer.from(encodedSecret, 'base64').toString('base64url'), 'token-of-theirs'])
      expect(JSON.stringify(form === 'token-of-theirs' ? storedTables[1] : storedTables)).not.toContain(form)
    expect(JSON.stringify(storedTables[1])).toContain('bms.vigilux.test')
    expect(JSON.stringify([server.broadcasts, server.log.lines])).not.toContain(encodedSecret)
  })

  it('is limited in number, even at once', async () => {
    const codes = await Promise.all(
      Array.from({ length: maxWebhooksPerPlant + 3 }, () =>
        server.as(ada).refusal('createWebhook', { plantId, webhook: draft() }),
      ),
    )
    expect(codes.filter((code) => code === 'WEBHOOK_LIMIT')).toHaveLength(3)
    expect(await list()).toHaveLength(maxWebhooksPerPlant)
  })

  it('is changed over the opened version', async () => {
    const { webhook } = await make()
    const webhookInput = { plantId, webhookId: webhook.id }
    const all = draft({ kinds: [...noticeKinds], on: false, address: 'https://other.vigilux.test/' })
    const changed = await server.as(ada).call('updateWebhook', { ...webhookInput, version: 1, webhook: all })
    expect(changed.webhook).toEqual({ ...webhook, ...all, version: 2 })
    const lateInput = { ...webhookInput, version: 1, webhook: draft() }
    expect(await server.as(ada).refusal('updateWebhook', lateInput)).toBe('CHANGED_MEANWHILE')
    expect(await list()).toEqual([changed.webhook])
    expect(countBroadcasts('webhooks')).toBe(2)
  })

  it('needs a web address and at least one kind', async () => {
    const refusalOf = (change: object) => server.as(ada).refusal('createWebhook', { plantId, webhook: draft(change) })
    for (const wrongAddress of [
      '',
      'nothing',
      'ftp://bms.vigilux.test/',
      `https://bms.vigilux.test/${'x'.repeat(1_000)}`,
    ])
      expect(await refusalOf({ address: wrongAddress })).toBe('INVALID_INPUT')
    expect(await refusalOf({ kinds: [] })).toBe('INVALID_INPUT')
    expect(await refusalOf({ address: 'https://user:pass@bms.vigilux.test/' })).toBe('WEBHOOK_ADDRESS_REFUSED')
    const { webhook } = await make()
    const webhookInput = { plantId, webhookId: webhook.id, version: 1 }
    const credentialsInput = { ...webhookInput, webhook: draft({ address: 'https://user:pass@bms.vigilux.test/' }) }
    expect(await server.as(ada).refusal('updateWebhook', credentialsInput)).toBe('WEBHOOK_ADDRESS_REFUSED')
  })

  it('is not saved if its name resolves to a private network or nothing', async () => {
    const { webhook } = await make()
    const mayReach = vi.spyOn(server.ports.outbound, 'mayReach').mockResolvedValue(false)
    const webhookInput = { plantId, webhookId: webhook.id, version: webhook.version }
    const change = (isOn: boolean) =>
      server.as(ada).refusal('updateWebhook', { ...webhookInput, webhook: draft({ kinds: ['noOwner'], on: isOn }) })
    const createInput = { plantId, webhook: draft() }
    expect(await server.as(ada).refusal('createWebhook', createInput)).toBe('WEBHOOK_ADDRESS_REFUSED')
    expect(await change(true)).toBe('WEBHOOK_ADDRESS_REFUSED')
    // A switched-off address need not resolve.
    expect(await change(false)).toBeNull()
    expect(mayReach).toHaveBeenCalledTimes(2)
    expect(await list()).toMatchObject([{ kinds: ['noOwner'], on: false, version: 2 }])
  })

  it('gets a new secret without other changes', async () => {
    const { webhook, secret } = await make()
    const newSecret = await server.as(ada).call('renewWebhookSecret', { plantId, webhookId: webhook.id })
    expect(newSecret.webhook).toEqual(webhook)
    expect(newSecret.secret).toMatch(/^whsec_/)
    expect(newSecret.secret).not.toBe(secret)
  })

  it('is removed with its calls', async () => {
    const { webhook } = await make()
    const webhookInput = { plantId, webhookId: webhook.id }
    await server.as(ada).call('testWebhook', { ...webhookInput })
    server.broadcasts.length = 0
    await server.as(ada).call('removeWebhook', webhookInput)
    expect(await list()).toEqual([])
    expect(await calls()).toMatchObject({ calls: [], total: 0 })
    expect([countBroadcasts('webhooks'), countBroadcasts('webhookCalls')]).toEqual([1, 1])
    expect(await server.as(ada).refusal('removeWebhook', webhookInput)).toBe('WEBHOOK_NOT_FOUND')
  })
})

describe('webhook test', () => {
  it('makes one call per press, even when disabled', async () => {
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
    expect(countBroadcasts('webhookCalls')).toBe(1)
  })
})

describe('webhook calls', () => {
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
    const deadCalls = await calls({ state: 'dead', pageSize: 1 })
    expect([deadCalls.total, deadCalls.counts.dead]).toEqual([2, 2])
    expect(deadCalls.calls.map(({ id }) => id)).toEqual([rows[2]?.id])
  })
})

describe('webhook permissions', () => {
  const actions = ['updateWebhook', 'renewWebhookSecret', 'removeWebhook', 'testWebhook'] as const
  const letterActions = ['resendWebhookCalls', 'discardWebhookCalls'] as const
  const inputOf = (action: string, webhookInput: object) => {
    if (action === 'updateWebhook') return { ...webhookInput, version: 1, webhook: draft() }
    return action === 'testWebhook' ? { ...webhookInput } : webhookInput
  }

  it.each([...actions, ...letterActions])('refuse %s for foreign plants and other roles', async (action) => {
    const { webhook } = await make()
    const other = await server.create.plant({ members: { installerAdministrator: ada.userId } })
    const refusalOf = (caller: User, plant: string) =>
      server.as(caller).refusal(action, inputOf(action, { plantId: plant, webhookId: webhook.id }))
    expect(await refusalOf(ada, other)).toBe('WEBHOOK_NOT_FOUND')
    expect(await refusalOf(ben, plantId)).toBe('NOT_ALLOWED')
    expect(await refusalOf(await server.create.user(), plantId)).toBe('PLANT_NOT_FOUND')
    expect(await list()).toEqual([webhook])
  })

  it.each(letterActions)('refuse %s for a call of another webhook', async (action) => {
    const [firstCreated, other] = [await make(), await make()]
    const press = { plantId, webhookId: other.webhook.id }
    const { callId } = await server.as(ada).call('testWebhook', press)
    const callInput = { plantId, webhookId: firstCreated.webhook.id, callId }
    expect(await server.as(ada).refusal(action, callInput)).toBe('WEBHOOK_CALL_NOT_FOUND')
  })

  it.each(['getWebhooks', 'getWebhookCalls'])('refuse %s for other roles', async (action) => {
    expect(await server.as(ben).refusal(action, { plantId })).toBe('NOT_ALLOWED')
  })

  it('refuse to resend calls of a disabled webhook', async () => {
    const { webhook } = await make({ on: false })
    const webhookInput = { plantId, webhookId: webhook.id }
    expect(await server.as(ada).refusal('resendWebhookCalls', webhookInput)).toBe('WEBHOOK_OFF')
    expect(await server.as(ada).call('discardWebhookCalls', webhookInput)).toEqual({ calls: 0 })
  })
})

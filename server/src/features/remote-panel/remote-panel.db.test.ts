import { randomUUID } from 'node:crypto'
import { defaultThresholds } from '@vigilux/contract/features/notices/thresholds.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noticeCauseTable } from '../../kernel/notice-causes.schema.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { takeTurn } from '../../testing/take-turn.ts'
import { inhibitionWatcher } from './watch-inhibitions.ts'

/** All times are those of the server: units of these tests have correct clocks. */
let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
let boot = 1
let seq = 0
const topic = 'logica_0A1B2C'
const minute = 60_000

beforeAll(async () => {
  plant = await openPlantWithUnit()
})
afterAll(() => plant.server.stop())
beforeEach(async () => {
  await plant.client.call('endInhibition', { plantId: plant.plantId, topics: [topic] })
  await plant.obey()
  await sendRecord('inhibit.end', { b: 1 })
  pass(minute)
  plant.server.published.length = 0
  plant.drainEvents()
})

const pass = (ms: number) => {
  plant.server.clock.time = new Date(now().getTime() + ms)
}
const now = () => plant.server.clock.now()
const sendRecord = (kind: string, body: unknown, overrides: object = {}) =>
  plant.sendMessage('record', { boot, seq: seq++, at: now().toISOString(), kind, body, ...overrides })
const reportInhibited = (until: Date) => sendRecord('inhibit', [Math.round(until.getTime() / 1_000)])
const inhibit = (minutes = 15, reason = 'Work on the mains', topics = [topic]) =>
  plant.client.call('inhibitUnits', { plantId: plant.plantId, topics, minutes, reason })
const end = () => plant.client.call('endInhibition', { plantId: plant.plantId, topics: [topic] })
const readInhibitionRequest = async () => {
  const { requests: inhibitions } = await plant.client.call('getInhibitions', { plantId: plant.plantId })
  return inhibitions.find((one) => one.topic === topic)
}
const entries = async () => {
  const { entries } = await plant.client.call('getLogbookDetails', { plantId: plant.plantId, page: 1 })
  return entries.filter(({ kind }) => kind === 'inhibited' || kind === 'inhibitionEnded')
}
const watchRequests = () => takeTurn(inhibitionWatcher, { ...plant.server, db: plant.server.database.db })
const readPublishedDelays = async () => {
  await Promise.all([watchRequests(), watchRequests()])
  await plant.server.sender.turn()
  return plant.server.published.flatMap(({ topic: commandTopic, payload }) => {
    const { name, body } = payload as { name?: string; body?: { forS?: number } }
    return commandTopic === `v1/${topic}/down/command` && name === 'inhibit' ? [body?.forS] : []
  })
}

describe('inhibition request', () => {
  it('is sent with its duration and takes effect once accepted', async () => {
    const { ends_at, notAsked } = await inhibit()
    expect([ends_at, notAsked]).toEqual([new Date(now().getTime() + 15 * minute).toISOString(), []])
    expect(await readInhibitionRequest()).toMatchObject({ state: 'requested', reason: 'Work on the mains' })
    expect(await readPublishedDelays()).toEqual([900])
    await plant.obey()
    expect(await readInhibitionRequest()).toMatchObject({ state: 'inhibited', ends_at })
    pass(minute)
    const second = await inhibit(60, 'Longer than we thought')
    await plant.obey()
    expect(await readInhibitionRequest()).toMatchObject({
      state: 'inhibited',
      reason: 'Longer than we thought',
      ends_at: second.ends_at,
    })
    expect(plant.drainEvents()).toContain('inhibitions')
  })

  it('fails if the unit refuses it, and the former one stays in effect', async () => {
    await inhibit()
    await plant.obey()
    pass(1_000)
    const [command] = (await inhibit(30)).commands
    await plant.server.sender.turn()
    await plant.sendMessage('response', { id: command!.id, state: 'refused', code: 'IN_EMERGENCY' })
    expect(await readInhibitionRequest()).toMatchObject({ state: 'failed' })
    plant.server.published.length = 0
    boot++
    await sendRecord('inhibit.end', { b: 2 })
    expect(await readPublishedDelays()).toEqual([899])
  })

  it('with a lost answer counts once the unit reports it', async () => {
    const { ends_at, commands } = await inhibit()
    await plant.server.sender.turn()
    await plant.sendMessage('response', { id: commands[0]!.id, state: 'refused', code: 'LOST' })
    expect(await readInhibitionRequest()).toMatchObject({ state: 'failed' })
    await reportInhibited(new Date(ends_at))
    expect(await readInhibitionRequest()).toMatchObject({ state: 'inhibited' })
  })

  it('is limited in time and skips unavailable units', async () => {
    const { plantId, client, server } = plant
    const maxInhibitionMin = server.ports.settings.limits.inhibitionHours * 60
    const input = (minutes: number, topics = [topic]) => ({ plantId, topics, minutes, reason: 'Why' })
    await client.call('inhibitUnits', input(maxInhibitionMin))
    expect(
      await client.call('inhibitUnits', input(maxInhibitionMin + 1)).catch((error: Refusal) => error),
    ).toMatchObject({
      code: 'INHIBITION_TOO_LONG',
      details: { max: maxInhibitionMin },
    })
    for (const minutes of [0, -1, 1.5, 600_000])
      expect(await client.refusal('inhibitUnits', input(minutes) as never)).toBe('INVALID_INPUT')
    expect(await client.refusal('inhibitUnits', { ...input(5), reason: '  ' })).toBe('INVALID_INPUT')
    expect(await client.refusal('inhibitUnits', input(5, ['logica_0A1B2D']))).toBe('UNIT_NOT_FOUND')
    const awayUnit = await server.create.unit(plantId, 'sicuro', '0A1B2E')
    const gateway = await server.create.unit(plantId, 'gateway', '0A1B2F')
    expect((await inhibit(5, 'Why', [topic, awayUnit, gateway])).notAsked).toEqual([
      { topic: awayUnit, reason: 'away' },
      { topic: gateway, reason: 'noInhibition' },
    ])
    expect(await client.call('inhibitUnits', input(5, [gateway])).catch((error: Refusal) => error)).toMatchObject({
      code: 'NO_UNIT_INHIBITED',
      details: { reason: 'noInhibition', units: [gateway] },
    })
    expect(await client.refusal('endInhibition', { plantId, topics: [awayUnit] })).toBe('NO_UNIT_INHIBITED')
    expect(await client.refusal('endInhibition', { plantId, topics: ['logica_0A1B2D'] })).toBe('UNIT_NOT_FOUND')
  })
})

describe('inhibition in the logbook', () => {
  it('has start, end, person and reason once each', async () => {
    const { ends_at } = await inhibit()
    await plant.obey()
    const startedAt = now()
    await reportInhibited(new Date(ends_at))
    seq--
    await reportInhibited(new Date(ends_at))
    pass(minute)
    await end()
    await plant.obey()
    await sendRecord('inhibit.end', { b: 1 })
    const [ended, inhibited] = await entries()
    expect(inhibited).toMatchObject({
      kind: 'inhibited',
      at: startedAt.toISOString(),
      facts: { minutes: 15 },
      text: 'Work on the mains',
      by: plant.installer.name,
    })
    expect(ended).toMatchObject({
      kind: 'inhibitionEnded',
      facts: { reason: 'command' },
      by: plant.installer.name,
    })
    expect((await entries()).filter(({ at }) => at === startedAt.toISOString())).toHaveLength(1)
    expect(await readInhibitionRequest()).toMatchObject({ state: 'ended' })
  })

  it('has the real end time without a person when reported late', async () => {
    const { ends_at } = await inhibit(2)
    await plant.obey()
    await reportInhibited(new Date(ends_at))
    pass(60 * minute)
    await sendRecord('inhibit.end', { b: 0 }, { at: ends_at })
    expect((await entries())[0]).toMatchObject({
      kind: 'inhibitionEnded',
      at: ends_at,
      facts: { reason: 'time' },
      by: null,
    })
  })

  it.each(['before', 'after'] as const)('lists both of two simultaneous requests %s the answers', async (order) => {
    const other = await plant.server.create.user({ usertype: 'admin', scope: 'nto' })
    const input = { plantId: plant.plantId, topics: [topic], minutes: 7, reason: 'Longer' }
    const longerRequest = await plant.server.as(other).call('inhibitUnits', input)
    pass(6)
    const shorterRequest = await inhibit(5, 'Shorter')
    if (order === 'after') await plant.obey()
    for (const { ends_at } of [longerRequest, shorterRequest]) await reportInhibited(new Date(ends_at))
    if (order === 'before') await plant.obey()
    expect((await entries()).slice(0, 2).map(({ by, text, facts }) => [by, text, facts.minutes])).toEqual([
      [plant.installer.name, 'Shorter', 5],
      [other.name, 'Longer', 7],
    ])
    expect(await readInhibitionRequest()).toMatchObject({
      state: 'inhibited',
      reason: 'Shorter',
      ends_at: shorterRequest.ends_at,
    })
  })

  it('shows a local switch without person or end', async () => {
    await sendRecord('inhibit', [null])
    expect((await entries())[0]).toMatchObject({ kind: 'inhibited', facts: { minutes: null }, by: null, text: '' })
  })
})

describe('restarting unit', () => {
  it('gets the remaining time once per restart', async () => {
    const { ends_at } = await inhibit(15)
    await plant.obey()
    await reportInhibited(new Date(ends_at))
    plant.server.published.length = 0
    pass(5 * minute)
    boot++
    await sendRecord('inhibit.end', { b: 2 })
    seq--
    await sendRecord('inhibit.end', { b: 2 })
    expect(await readPublishedDelays()).toEqual([600])
    await reportInhibited(new Date(ends_at))
    expect((await entries())[0]).toMatchObject({
      kind: 'inhibited',
      text: 'Work on the mains',
      by: plant.installer.name,
    })
    plant.server.published.length = 0
    boot++
    await sendRecord('inhibit.end', { b: 2 })
    expect(await readPublishedDelays()).toEqual([600])
  })

  it('is asked once it is online, and again without an answer', async () => {
    await inhibit(15)
    await plant.obey()
    boot++
    await sendRecord('inhibit.end', { b: 2 })
    await plant.sendMessage('online', { boot, online: false, at: now().toISOString() })
    plant.server.published.length = 0
    expect(await readPublishedDelays()).toEqual([])
    pass(2_000)
    boot++
    await plant.sendMessage('online', { boot, online: true, at: now().toISOString() })
    expect(await readPublishedDelays()).toEqual([898])
    expect(await readPublishedDelays()).toEqual([898])
    plant.server.published.length = 0
    pass(31_000)
    await plant.sendMessage('online', { boot, online: true, at: now().toISOString() })
    expect(await readPublishedDelays()).toContain(867)
  })

  it('gets the time remaining at each transmission', async () => {
    await inhibit(15)
    await plant.obey()
    pass(5 * minute)
    boot++
    await sendRecord('inhibit.end', { b: 2 })
    plant.server.published.length = 0
    expect(await readPublishedDelays()).toEqual([600])
    for (const remainingS of [595, 590, 585]) {
      pass(5_000)
      await plant.server.sender.turn()
      expect((await readPublishedDelays()).at(-1)).toBe(remainingS)
    }
  })

  it('gets no command after the end of the inhibition', async () => {
    const { commands } = await inhibit(15)
    await plant.obey()
    pass(15 * minute - 8_000)
    boot++
    await sendRecord('inhibit.end', { b: 2 })
    plant.server.published.length = 0
    expect(await readPublishedDelays()).toEqual([8])
    for (let attempt = 0; attempt < 3; attempt++) {
      pass(5_000)
      await plant.server.sender.turn()
      await plant.server.sender.turn()
    }
    expect(await readPublishedDelays()).toEqual([8, 3])
    const secondCommandId = (await readInhibitionRequest())?.command_id ?? ''
    expect(secondCommandId).not.toBe(commands[0]?.id)
    const { command } = await plant.client.call('getCommand', { plantId: plant.plantId, commandId: secondCommandId })
    expect(command).toMatchObject({ state: 'failed', error: 'communication_error', attempt: 2 })
  })

  it('gets nothing after the end or a request to end', async () => {
    await inhibit(2)
    await plant.obey()
    pass(3 * minute)
    boot++
    await sendRecord('inhibit.end', { b: 2 })
    expect(await readInhibitionRequest()).toMatchObject({ state: 'ended' })
    pass(minute)
    await inhibit(30)
    await plant.obey()
    await end()
    await plant.server.sender.turn()
    plant.server.published.length = 0
    boot++
    await sendRecord('inhibit.end', { b: 2 })
    expect(await readPublishedDelays()).toEqual([])
    expect(await readInhibitionRequest()).toMatchObject({ state: 'ended' })
  })
})

it('a unit inhibited too long is a notice, a cause and an unmet rule', async () => {
  const { plantId, client, server } = plant
  await inhibit(10)
  await plant.obey()
  const inhibitedUntil = new Date(now().getTime() + 10 * minute)
  const detail = { inhibition: { until: inhibitedUntil.toISOString() } }
  const body = { v: ['1', '1', '1', '1'], c: [null, null], tz: 60, cfg: 4, net: [2, 4, 4] }
  await plant.sendMessage('shadow', { boot, seq: seq++, at: now().toISOString(), body, detail })
  const unit = async () => (await client.call('getPlantDetails', { plantId })).units[0]!
  const lamp = [1, 'A1B2C1', 0, 2, 1, 0, 2, 254, 30, 254, 1, 1, 0, null, null]
  await plant.sendMessage('state', { boot, seq: seq++, at: now().toISOString(), body: { l: [lamp] } })
  const rule = async () => (await client.call('getCompliance', { plantId })).rules.find((one) => one.rule === 'R12')
  expect(await unit()).toMatchObject({ inhibition: { until: inhibitedUntil.toISOString() }, findings: [] })
  expect(await rule()).toMatchObject({ state: 'met', evidence: [{ what: 'inhibited', addr: 1 }] })
  pass(11 * minute + 1_000)
  await plant.sendMessage('online', { boot, online: true, at: now().toISOString() })
  expect((await unit()).findings).toEqual(['inhibited_too_long'])
  expect(await rule()).toMatchObject({ state: 'notMet', evidence: [{ what: 'inhibited', addr: 1 }] })
  await Promise.all([watchRequests(), watchRequests(), watchRequests()])
  const causes = await server.database.db.select().from(noticeCauseTable).where(eq(noticeCauseTable.plantId, plantId))
  expect(causes).toMatchObject([{ kind: 'inhibitionTooLong', what: 'inhibited', at: now(), gatheredAt: null }])
})

it('an offline unit without such a report is not inhibited too long', async () => {
  const { plantId, client, server } = plant
  await inhibit(10)
  await plant.obey()
  const detail = { inhibition: { until: new Date(now().getTime() + 10 * minute).toISOString() } }
  const body = { v: ['1', '1', '1', '1'], c: [null, null], tz: 60, cfg: 4, net: [2, 4, 4] }
  await plant.sendMessage('shadow', { boot, seq: seq++, at: now().toISOString(), body, detail })
  const found = async () => {
    await watchRequests()
    const [unit] = (await client.call('getPlantDetails', { plantId })).units
    const { rules } = await client.call('getCompliance', { plantId })
    const isOpen = and(eq(noticeCauseTable.plantId, plantId), isNull(noticeCauseTable.endedAt))
    const openCauses = await server.database.db.select().from(noticeCauseTable).where(isOpen)
    return { findings: unit?.findings, rule: rules.find(({ rule }) => rule === 'R12')?.state, told: openCauses.length }
  }
  pass(minute)
  await plant.sendMessage('online', { boot, online: false, at: now().toISOString() })
  pass(60 * minute)
  expect(await found()).toEqual({ findings: [], rule: 'met', told: 0 })
  await plant.sendMessage('online', { boot, connection: 1, online: true, at: now().toISOString() })
  expect(await found()).toEqual({ findings: ['inhibited_too_long'], rule: 'notMet', told: 1 })
})

it('members are notified once after the configured minutes of excess', async () => {
  const { plantId, client, server } = plant
  await client.call('saveNoticeThresholds', { plantId, ...defaultThresholds, inhibitedAfterMin: 15 })
  await inhibit(10)
  await plant.obey()
  const isOpen = and(eq(noticeCauseTable.plantId, plantId), isNull(noticeCauseTable.endedAt))
  const causes = () => server.database.db.select().from(noticeCauseTable).where(isOpen)
  const isHeard = () => plant.sendMessage('online', { boot, connection: 1, online: true, at: now().toISOString() })
  pass(10 * minute + 15 * minute - 1_000)
  await isHeard()
  await watchRequests()
  expect(await causes()).toEqual([])
  pass(1_000)
  await isHeard()
  await Promise.all([watchRequests(), watchRequests(), watchRequests()])
  expect(await causes()).toMatchObject([{ kind: 'inhibitionTooLong', at: now() }])
  // A lower threshold finds passed causes, but not notified ones.
  await client.call('saveNoticeThresholds', { plantId, ...defaultThresholds, inhibitedAfterMin: 5, version: 1 })
  await watchRequests()
  expect(await causes()).toHaveLength(1)
})

it('members can see an inhibition, and only permitted ones can start it', async () => {
  const { server, plantId } = plant
  const owner = await server.create.user()
  const other = await server.create.plant({ members: { clientOwner: owner.userId } })
  const ownerClient = server.as(owner)
  const input = { topics: [topic], minutes: 5, reason: 'Why' }
  expect(await ownerClient.refusal('inhibitUnits', { ...input, plantId })).toBe('PLANT_NOT_FOUND')
  expect(await ownerClient.refusal('inhibitUnits', { ...input, plantId: other })).toBe('NOT_ALLOWED')
  expect(await ownerClient.refusal('inhibitUnits', { ...input, plantId: randomUUID() })).toBe('PLANT_NOT_FOUND')
  expect(await ownerClient.call('getInhibitions', { plantId: other })).toMatchObject({
    requests: [],
    max_minutes: 1_440,
  })
})

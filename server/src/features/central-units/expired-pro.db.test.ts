import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { grantPro } from '../plants/index.ts'

let server: TestServer
let installer: User
let plantId: string
const [first, other, third] = ['cablecom_0000AA', 'logica_0A1B2C', 'cablecom_0000AB'] as const
const later = (ms: number) => {
  server.clock.time = new Date(server.clock.time.getTime() + ms)
}

/** A plant whose first unit is a cablecom, then a logica and another cablecom. */
beforeAll(async () => {
  server = await createTestServer()
  installer = await server.given.user()
  plantId = await server.given.plant({ members: { installerAdministrator: installer.userId } })
  for (const [cuType, cuId] of [
    ['cablecom', '0000AA'],
    ['logica', '0A1B2C'],
    ['cablecom', '0000AB'],
  ] as const) {
    await server.given.unit(plantId, cuType, cuId)
    later(1000)
  }
  for (const topic of [first, other]) await insertLamps(server, plantId, [{ addr: 1, serial: 'A1B2C1' }], topic)
})
afterAll(() => server.stop())

const by = () => server.as(installer)
const enabled = async () =>
  Object.fromEntries(
    (await by().call('getUnitsDetails', { plantId })).units.map(({ cu_type, cu_id, enabled }) => [
      `${cu_type}_${cu_id}`,
      enabled,
    ]),
  )
const expire = () => grantPro(server.database.db, plantId, new Date(server.clock.time.getTime() - 1))
const renew = () => grantPro(server.database.db, plantId, new Date(server.clock.time.getTime() + 86_400_000))
const named = (topic: string) => ({ plantId, topic })
const added = (topic: string) => {
  const [cuType = '', cuId = ''] = topic.split('_')
  return { plantId, cuType, cuId }
}

describe('while Pro lasts', () => {
  it('every unit is enabled', async () => {
    expect(await enabled()).toEqual({ [first]: true, [other]: true, [third]: true })
  })
})

describe('once Pro has expired', () => {
  beforeAll(expire)
  const on = (topic: string) => ({ plantId, topic })

  it('only units of the first type are enabled, in every view of them', async () => {
    expect(await enabled()).toEqual({ [first]: true, [other]: false, [third]: true })
    const all = (await by().call('getAllCuInfo', {})).units.filter(({ plant_id }) => plant_id === plantId)
    expect(all.map((unit) => unit.enabled)).toEqual([true, false, true])
    expect((await by().call('getShadow', { cuType: 'logica', cuId: '0A1B2C' })).unit.enabled).toBe(false)
    expect((await by().call('getPlantDetails', { plantId })).units.map((unit) => unit.enabled)).toEqual([
      true,
      false,
      true,
    ])
  })

  it.each([
    { action: 'setGroup', input: { page: 0, indexes: [1], group: 1 } },
    { action: 'assignGroups', input: { lamps: [{ addr: 1, groups: [1] }] } },
    { action: 'configureUnit', input: { request: { mode: 'append' } } },
    { action: 'ftest', input: { addr: [], kind: 'functional' } },
    { action: 'setPeriodFunzionale', input: { period: '1w' } },
    { action: 'logicaCommand', input: { command: 'emergencyOn' } },
  ])('$action is refused on the others', async ({ action, input }) => {
    expect(await by().refusal(action, { ...on(other), ...input })).toBe('UNIT_TYPE_NOT_ENABLED')
    const plain = action === 'logicaCommand' ? 'cablecomCommand' : action
    if (action !== 'configureUnit' && action !== 'assignGroups')
      expect(await by().refusal(plain, { ...on(first), ...input })).toBeNull()
  })

  it('a new enrolment and a substitution are refused on the others', async () => {
    await server.inTransaction(({ tx }) =>
      tx.execute(`update central_unit set acquired = false where unit = 'logica_0A1B2C'`),
    )
    expect(await by().refusal('enrollCu', named(other))).toBe('UNIT_TYPE_NOT_ENABLED')
    await server.inTransaction(({ tx }) =>
      tx.execute(`update central_unit set acquired = true where unit = 'logica_0A1B2C'`),
    )
    const substitute = { ...named(other), newCuId: '0A1B2F' }
    expect(await by().refusal('substituteCu', substitute)).toBe('UNIT_TYPE_NOT_ENABLED')
  })

  it.each([
    { action: 'getStatoConfig', input: () => named(other) },
    { action: 'identifyLamp', input: () => ({ ...on(other), addr: 1, seconds: 12 }) },
    { action: 'stopIdentifyLamp', input: () => ({ ...on(other), addr: 1 }) },
    { action: 'logicaCommand', input: () => ({ ...on(other), command: 'refresh' }) },
    { action: 'logicaCommand', input: () => ({ ...on(other), command: 'emergencyOff' }) },
    { action: 'resetCu', input: () => named(other) },
    { action: 'takeSnapshot', input: () => on(other) },
    { action: 'getLamps', input: () => ({ plantId }) },
  ])('$action stays possible', async ({ action, input }) => {
    expect(await by().refusal(action, input())).toBeNull()
  })

  it('no unit is added: of the first type there is one, and others are not enabled', async () => {
    const draft = (cuType: string, cuId: string) => ({ plantId, cuType, cuId, description: '' })
    expect(await by().refusal('saveCu', draft('cablecom', '0A1B2E'))).toBe('UNIT_LIMIT_BASIC')
    expect(await by().refusal('saveCu', draft('sicuro', '0A1B2E'))).toBe('UNIT_TYPE_NOT_ENABLED')
  })

  describe('of what was begun before', () => {
    const say = (channel: string, message: object) =>
      server.inbox.accept(
        `v1/${other}/up/${channel}`,
        Buffer.from(JSON.stringify({ life: 'a11fea11fea11fe0', boot: 1, connection: 0, ...message })),
      )
    const at = () => server.clock.time.toISOString()
    const answered = new Set<string>()
    /** The unit carries out what is sent to it. */
    const obey = async () => {
      for (let sent = true; sent; ) {
        sent = false
        await server.sender.turn()
        for (const { topic, payload } of server.published) {
          const { id } = payload as { id: string }
          if (topic !== `v1/${other}/down/command` || answered.has(id)) continue
          answered.add(id)
          sent = true
          await say('response', { id, state: 'done' })
        }
      }
    }
    const assign = async (group: number) => {
      const { operation } = await by().call('assignGroups', { ...on(other), lamps: [{ addr: 1, groups: [group] }] })
      return { plantId, operationId: operation.id }
    }
    beforeAll(async () => {
      await renew()
      await say('online', { online: true, at: at() })
    })

    it('a running test is stopped', async () => {
      const { test } = await by().call('ftest', { ...on(other), addr: [], kind: 'functional' })
      await say('record', { seq: 1, at: at(), kind: 'test.start', body: { t: test.id, k: 'F', by: 1, a: [1] } })
      await expire()
      expect(await by().refusal('stopTest', { plantId, testId: test.id })).toBeNull()
    })

    it('an operation is neither undone nor continued', async () => {
      await renew()
      await obey()
      const done = await assign(3)
      await obey()
      await expire()
      expect(await by().refusal('undoOperation', done)).toBe('UNIT_TYPE_NOT_ENABLED')
      await renew()
      later(1000)
      const stopped = await assign(4)
      await by().call('cancelOperation', stopped)
      await obey()
      await expire()
      expect(await by().refusal('continueOperation', stopped)).toBe('UNIT_TYPE_NOT_ENABLED')
    })

    it('no snapshot is restored', async () => {
      const { snapshot } = await by().call('takeSnapshot', on(other))
      expect(await by().refusal('restoreSnapshot', { plantId, snapshotId: snapshot.id })).toBe('UNIT_TYPE_NOT_ENABLED')
    })

    it('a unit is let go', async () => {
      expect(await by().refusal('deEnrollCu', named(other))).toBeNull()
      await say('online', { online: false, at: at() })
    })
  })

  it('the next type is enabled when the first has left', async () => {
    for (const topic of [first, third]) expect(await by().refusal('removeCu', named(topic))).toBeNull()
    expect(await enabled()).toEqual({ [other]: true })
    expect(await by().refusal('removeCu', named(other))).toBeNull()
    // Where there is none, it is cablecom.
    expect(await by().refusal('saveCu', added(other))).toBe('UNIT_TYPE_NOT_ENABLED')
    expect(await by().refusal('saveCu', added(first))).toBeNull()
  })
})

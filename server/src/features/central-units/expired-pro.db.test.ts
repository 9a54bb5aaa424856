import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { grantPro } from '../plants/index.ts'

let server: TestServer
let installer: User
let plantId: string
const [first, other, third] = ['cablecom_0000AA', 'logica_0A1B2C', 'cablecom_0000AB'] as const
const advanceClock = (ms: number) => {
  server.clock.time = new Date(server.clock.time.getTime() + ms)
}

/** A plant whose first unit is a cablecom, followed by a logica and another cablecom. */
beforeAll(async () => {
  server = await createTestServer()
  installer = await server.create.user()
  plantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
  for (const [cuType, cuId] of [
    ['cablecom', '0000AA'],
    ['logica', '0A1B2C'],
    ['cablecom', '0000AB'],
  ] as const) {
    await server.create.unit(plantId, cuType, cuId)
    advanceClock(1000)
  }
  for (const topic of [first, other]) await insertLamps(server, plantId, [{ addr: 1, serial: 'A1B2C1' }], topic)
})
afterAll(() => server.stop())

const installerClient = () => server.as(installer)
const enabled = async () =>
  Object.fromEntries(
    (await installerClient().call('getUnitsDetails', { plantId })).units.map(({ cu_type, cu_id, enabled }) => [
      `${cu_type}_${cu_id}`,
      enabled,
    ]),
  )
const expire = () => grantPro(server.database.db, plantId, new Date(server.clock.time.getTime() - 1))
const renew = () => grantPro(server.database.db, plantId, new Date(server.clock.time.getTime() + 86_400_000))
const unitInput = (topic: string) => ({ plantId, topic })
const createUnitInput = (topic: string) => {
  const [cuType = '', cuId = ''] = topic.split('_')
  return { plantId, cuType, cuId }
}

describe('active Pro', () => {
  it('enables every unit', async () => {
    expect(await enabled()).toEqual({ [first]: true, [other]: true, [third]: true })
  })
})

describe('expired Pro', () => {
  beforeAll(expire)
  const topicInput = (topic: string) => ({ plantId, topic })

  it('enables only units of the first type in every view', async () => {
    expect(await enabled()).toEqual({ [first]: true, [other]: false, [third]: true })
    const all = (await installerClient().call('getAllCuInfo', {})).units.filter(({ plant_id }) => plant_id === plantId)
    expect(all.map((unit) => unit.enabled)).toEqual([true, false, true])
    expect((await installerClient().call('getShadow', { cuType: 'logica', cuId: '0A1B2C' })).unit.enabled).toBe(false)
    expect((await installerClient().call('getPlantDetails', { plantId })).units.map((unit) => unit.enabled)).toEqual([
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
  ])('refuses $action on other units', async ({ action, input }) => {
    expect(await installerClient().refusal(action, { ...topicInput(other), ...input })).toBe('UNIT_TYPE_NOT_ENABLED')
    const baseAction = action === 'logicaCommand' ? 'cablecomCommand' : action
    if (action !== 'configureUnit' && action !== 'assignGroups')
      expect(await installerClient().refusal(baseAction, { ...topicInput(first), ...input })).toBeNull()
  })

  it('refuses enrolment and substitution on other units', async () => {
    await server.inTransaction(({ tx }) =>
      tx.execute(`update central_unit set acquired = false where unit = 'logica_0A1B2C'`),
    )
    expect(await installerClient().refusal('enrollCu', unitInput(other))).toBe('UNIT_TYPE_NOT_ENABLED')
    await server.inTransaction(({ tx }) =>
      tx.execute(`update central_unit set acquired = true where unit = 'logica_0A1B2C'`),
    )
    const substituteInput = { ...unitInput(other), newCuId: '0A1B2F' }
    expect(await installerClient().refusal('substituteCu', substituteInput)).toBe('UNIT_TYPE_NOT_ENABLED')
  })

  it.each([
    { action: 'getStatoConfig', input: () => unitInput(other) },
    { action: 'identifyLamp', input: () => ({ ...topicInput(other), addr: 1, seconds: 12 }) },
    { action: 'stopIdentifyLamp', input: () => ({ ...topicInput(other), addr: 1 }) },
    { action: 'logicaCommand', input: () => ({ ...topicInput(other), command: 'refresh' }) },
    { action: 'logicaCommand', input: () => ({ ...topicInput(other), command: 'emergencyOff' }) },
    { action: 'resetCu', input: () => unitInput(other) },
    { action: 'takeSnapshot', input: () => topicInput(other) },
    { action: 'getLamps', input: () => ({ plantId }) },
  ])('still allows $action', async ({ action, input }) => {
    expect(await installerClient().refusal(action, input())).toBeNull()
  })

  it('allows no additional unit', async () => {
    const draft = (cuType: string, cuId: string) => ({ plantId, cuType, cuId, description: '' })
    expect(await installerClient().refusal('saveCu', draft('cablecom', '0A1B2E'))).toBe('UNIT_LIMIT_BASIC')
    expect(await installerClient().refusal('saveCu', draft('sicuro', '0A1B2E'))).toBe('UNIT_TYPE_NOT_ENABLED')
  })

  describe('with earlier work', () => {
    const sendMessage = (channel: string, message: object) =>
      server.inbox.accept(
        `v1/${other}/up/${channel}`,
        Buffer.from(JSON.stringify({ life: 'a11fea11fea11fe0', boot: 1, connection: 0, ...message })),
      )
    const at = () => server.clock.time.toISOString()
    const answeredIds = new Set<string>()
    /** The unit executes its commands. */
    const obey = async () => {
      for (let hasSent = true; hasSent; ) {
        hasSent = false
        await server.sender.turn()
        for (const { topic, payload } of server.published) {
          const { id } = payload as { id: string }
          if (topic !== `v1/${other}/down/command` || answeredIds.has(id)) continue
          answeredIds.add(id)
          hasSent = true
          await sendMessage('response', { id, state: 'done' })
        }
      }
    }
    const assign = async (group: number) => {
      const { operation } = await installerClient().call('assignGroups', {
        ...topicInput(other),
        lamps: [{ addr: 1, groups: [group] }],
      })
      return { plantId, operationId: operation.id }
    }
    beforeAll(async () => {
      await renew()
      await sendMessage('online', { online: true, at: at() })
    })

    it('stops a running test', async () => {
      const { test } = await installerClient().call('ftest', { ...topicInput(other), addr: [], kind: 'functional' })
      await sendMessage('record', { seq: 1, at: at(), kind: 'test.start', body: { t: test.id, k: 'F', by: 1, a: [1] } })
      await expire()
      expect(await installerClient().refusal('stopTest', { plantId, testId: test.id })).toBeNull()
    })

    it('refuses to undo or continue an operation', async () => {
      await renew()
      await obey()
      const done = await assign(3)
      await obey()
      await expire()
      expect(await installerClient().refusal('undoOperation', done)).toBe('UNIT_TYPE_NOT_ENABLED')
      await renew()
      advanceClock(1000)
      const assigned = await assign(4)
      await installerClient().call('cancelOperation', assigned)
      await obey()
      await expire()
      expect(await installerClient().refusal('continueOperation', assigned)).toBe('UNIT_TYPE_NOT_ENABLED')
    })

    it('refuses to restore a snapshot', async () => {
      const { snapshot } = await installerClient().call('takeSnapshot', topicInput(other))
      expect(await installerClient().refusal('restoreSnapshot', { plantId, snapshotId: snapshot.id })).toBe(
        'UNIT_TYPE_NOT_ENABLED',
      )
    })

    it('releases a unit', async () => {
      expect(await installerClient().refusal('deEnrollCu', unitInput(other))).toBeNull()
      await sendMessage('online', { online: false, at: at() })
    })
  })

  it('enables the next type when the first has left', async () => {
    for (const topic of [first, third]) expect(await installerClient().refusal('removeCu', unitInput(topic))).toBeNull()
    expect(await enabled()).toEqual({ [other]: true })
    expect(await installerClient().refusal('removeCu', unitInput(other))).toBeNull()
    // Actions without their own command use cablecom's.
    expect(await installerClient().refusal('saveCu', createUnitInput(other))).toBe('UNIT_TYPE_NOT_ENABLED')
    expect(await installerClient().refusal('saveCu', createUnitInput(first))).toBeNull()
  })
})

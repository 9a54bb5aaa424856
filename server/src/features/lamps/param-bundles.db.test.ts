import { randomUUID } from 'node:crypto'
import { lampDetail, uvLampProductCode } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

/**
 * Parameters of lamps of several units. One call, stored completely or not at all, written unit by unit by the server.
 */
let server: TestServer
let installer: User
let plantId: string
/** An owner and a read-only installer. */
let readers: User[]

const nearUnit = 'logica_0A1B2C'
const farUnit = 'logica_0A1B2D'
const awayUnit = 'logica_0A1B2E'
const notAcquired = 'logica_0A1B2F'
const otherPlantUnit = 'logica_0C1B2C'

const receiveMessage = (unit: string, channel: string, message: object) =>
  server.inbox.accept(
    `v1/${unit}/up/${channel}`,
    Buffer.from(JSON.stringify({ life: 'a11fea11fea11fe0', connection: 0, ...message })),
  )
const comesOnline = (unit: string, online = true) =>
  receiveMessage(unit, 'online', { boot: 1, online, at: server.clock.now().toISOString() })

/** Units execute their commands once each, until none is left; only the named units. */
const answeredIds = new Set<string>()
const obey = async (...units: string[]): Promise<void> => {
  for (;;) {
    await server.sender.turn()
    const newCommands = server.published.flatMap(({ topic, payload }) => {
      const unit = units.find((one) => topic === `v1/${one}/down/command`)
      const { id } = payload as { id: string }
      return unit && !answeredIds.has(id) ? [{ unit, id }] : []
    })
    if (newCommands.length === 0) return
    for (const { unit, id } of newCommands) {
      answeredIds.add(id)
      await receiveMessage(unit, 'response', { id, state: 'done' })
    }
  }
}

beforeAll(async () => {
  server = await createTestServer()
  installer = await server.create.user()
  const members = { installerAdministrator: installer.userId }
  const [owner, reader] = [await server.create.user({ usertype: 'client' }), await server.create.user()]
  readers = [owner, reader]
  plantId = await server.create.plant({
    members: { ...members, clientOwner: owner.userId, installerReadOnly: reader.userId },
  })
  const other = await server.create.plant({ members })
  const dimmable = lampDetail.parse({ params: { opticom: 20 } })
  const uv = lampDetail.parse({ params: { uvOxyOnOff: false, uvOxyTimer: 5, uvOxyFanSpeed: 1 } })
  const lampsOf = async (plant: string, unit: string, prefix: string) =>
    insertLamps(
      server,
      plant,
      [1, 2, 40].map((addr) => ({ addr, serial: `${prefix}${addr.toString().padStart(2, '0')}`, detail: dimmable })),
      unit,
    )
  for (const [plant, unit] of [
    [plantId, nearUnit],
    [plantId, farUnit],
    [plantId, awayUnit],
    [other, otherPlantUnit],
  ] as const) {
    await server.create.unit(plant, 'logica', unit.slice('logica_'.length))
    await lampsOf(plant, unit, `B${unit.slice(-3)}`)
  }
  await server.as(installer).call('saveCu', { plantId, cuType: 'logica', cuId: '0A1B2F', description: '' })
  for (const unit of [nearUnit, farUnit]) await comesOnline(unit)
  await insertLamps(
    server,
    plantId,
    [{ addr: 50, serial: 'C1B250', detail: uv, productCode: uvLampProductCode }],
    nearUnit,
  )
  await insertLamps(server, plantId, [{ addr: 51, serial: 'C1B251', detail: lampDetail.parse({}) }], farUnit)
})
afterAll(() => server.stop())
/** A later time: the newest operation of a unit is found by its time. */
const aSecondLater = (): void => {
  server.clock.time = new Date(server.clock.now().getTime() + 1000)
}
beforeEach(() => {
  aSecondLater()
  server.broadcasts.splice(0)
})

const lamps = [1, 2, 40]
const targetsOf = (...topics: string[]) => topics.map((topic) => ({ topic, addr: lamps }))
const createInput = (units: { topic: string; addr: number[] }[], overrides: object = {}) => ({
  plantId,
  bundleId: randomUUID(),
  units,
  params: { opticom: 50 },
  ...overrides,
})
const set = (input: ReturnType<typeof createInput>) => server.as(installer).call('setMultiParam', input)
const bundle = async (bundleId: string) =>
  (await server.as(installer).call('getOperations', { plantId, bundleId })).operations
const failedOf = async (bundleId: string) =>
  (await server.as(installer).call('getFailedSteps', { plantId, bundleId })).steps
/** The number of all operations. */
const operationsNow = async () => {
  const { rows } = await server.database.pool.query('select count(*)::int as n from operation')
  return rows[0].n as number
}

it('a bundle starts one operation per unit, which run to their end', async () => {
  const input = createInput(targetsOf(farUnit, nearUnit))
  const { operations } = await set(input)
  expect(operations.map(({ cu, state, bundle: operationBundle }) => [cu, state, operationBundle])).toEqual([
    [nearUnit, 'running', input.bundleId],
    [farUnit, 'running', input.bundleId],
  ])
  await obey(nearUnit, farUnit)
  expect(await bundle(input.bundleId)).toMatchObject([
    { cu: nearUnit, state: 'done', total: 2, done: 2, unwritten: [], canUndo: true },
    { cu: farUnit, state: 'done', total: 2, done: 2, unwritten: [] },
  ])
})

it('duplicate lamps and units are merged', async () => {
  const input = createInput([...targetsOf(nearUnit), { topic: nearUnit, addr: [2, 2] }])
  const { operations } = await set(input)
  expect(operations).toMatchObject([{ cu: nearUnit, total: 2, unwritten: lamps }])
  await obey(nearUnit)
})

it('a repeated request under the same name starts nothing twice', async () => {
  const input = createInput(targetsOf(nearUnit, farUnit))
  const before = await operationsNow()
  const answers = await Promise.all([set(input), set(input)])
  expect(new Set(answers.map(({ operations }) => operations.map(({ id }) => id).join())).size).toBe(1)
  await obey(nearUnit, farUnit)
  const published = server.published.length
  expect((await set(input)).operations.map(({ state }) => state)).toEqual(['done', 'done'])
  await obey(nearUnit, farUnit)
  expect([await operationsNow(), server.published.length]).toEqual([before + 2, published])
})

describe('refused bundle has no effect', () => {
  it.each([
    [
      'a lamp that the second unit does not have',
      [...targetsOf(nearUnit), { topic: farUnit, addr: [1, 7] }],
      {},
      'LAMP_NOT_FOUND',
    ],
    ['a unit of another plant', targetsOf(nearUnit, otherPlantUnit), {}, 'UNIT_NOT_FOUND'],
    ['a unit that is not acquired', targetsOf(nearUnit, notAcquired), {}, 'UNIT_NOT_ACQUIRED'],
    [
      'a lamp that takes no such parameter',
      [...targetsOf(nearUnit), { topic: farUnit, addr: [1, 51] }],
      {},
      'PARAMETER_NOT_SUPPORTED',
    ],
    ['hours that nobody offers', targetsOf(nearUnit, farUnit), { params: { autonomy: 4 } }, 'INVALID_INPUT'],
    ['no lamp of a unit', [...targetsOf(nearUnit), { topic: farUnit, addr: [] }], {}, 'INVALID_INPUT'],
    ['no unit', [], {}, 'INVALID_INPUT'],
    ['no parameter', targetsOf(nearUnit), { params: {} }, 'INVALID_INPUT'],
    ['no name', targetsOf(nearUnit), { bundleId: undefined }, 'INVALID_INPUT'],
    ['UV light unasked', [{ topic: nearUnit, addr: [50] }], { params: { uvOxyOnOff: true } }, 'UV_NOT_CONFIRMED'],
  ])('with %s', async (_, units, invalidFields, code) => {
    const before = [await operationsNow(), server.published.length]
    expect(await server.as(installer).refusal('setMultiParam', createInput(units, invalidFields))).toBe(code)
    expect([await operationsNow(), server.published.length]).toEqual(before)
    expect(server.broadcasts).toEqual([])
  })

  it('with too many lamps', async () => {
    const all = Array.from({ length: 992 }, (_, at) => at + 1)
    const units = [1, 2, 3, 4, 5].map(() => ({ topic: nearUnit, addr: all }))
    expect(await server.as(installer).refusal('setMultiParam', createInput(units))).toBe('INVALID_INPUT')
  })

  it('with a busy unit', async () => {
    const heldBundle = await set(createInput(targetsOf(farUnit)))
    const before = await operationsNow()
    expect(await server.as(installer).refusal('setMultiParam', createInput(targetsOf(nearUnit, farUnit)))).toBe(
      'UNIT_BUSY',
    )
    expect(await operationsNow()).toBe(before)
    await obey(farUnit)
    expect(await bundle(heldBundle.operations[0]?.bundle ?? '')).toMatchObject([{ state: 'done' }])
    await set(createInput(targetsOf(nearUnit, farUnit)))
    await obey(nearUnit, farUnit)
  })

  it('and lists unit, lamp and parameter of an unsupporting lamp', async () => {
    const details = { cu: farUnit, lamp: 51, serial: 'C1B251', parameter: 'opticom' }
    const pendingCall = set(createInput([...targetsOf(nearUnit), { topic: farUnit, addr: [51] }]))
    await expect(pendingCall).rejects.toMatchObject({ code: 'PARAMETER_NOT_SUPPORTED', details })
  })
})

it('lamps of an offline unit are listed as unwritten and can be retried alone', async () => {
  const input = createInput(targetsOf(nearUnit, awayUnit))
  const { operations } = await set(input)
  expect(operations).toHaveLength(2)
  await obey(nearUnit)
  expect(await bundle(input.bundleId)).toMatchObject([
    { cu: nearUnit, state: 'done', unwritten: [] },
    { cu: awayUnit, state: 'interrupted', error: 'expired', unwritten: lamps },
  ])
  expect(await failedOf(input.bundleId)).toMatchObject([
    { cu: awayUnit, n: 0, lamps: [1, 2], error: 'expired' },
    { cu: awayUnit, n: 1, lamps: [40] },
  ])
  await comesOnline(awayUnit)
  const publishedCount = server.published.length
  const continued = await server.as(installer).call('continueBundle', { plantId, bundleId: input.bundleId })
  expect(continued.operations.map(({ cu, state }) => [cu, state])).toEqual([
    [nearUnit, 'done'],
    [awayUnit, 'running'],
  ])
  await obey(nearUnit, awayUnit)
  expect(await bundle(input.bundleId)).toMatchObject([
    { state: 'done' },
    { cu: awayUnit, state: 'done', unwritten: [] },
  ])
  expect(await failedOf(input.bundleId)).toEqual([])
  const topics = new Set(server.published.slice(publishedCount).map(({ topic }) => topic))
  expect([...topics]).toEqual([`v1/${awayUnit}/down/command`])
  await comesOnline(awayUnit, false)
})

it('a bundle can be cancelled on all units at once and resumed', async () => {
  const input = createInput(targetsOf(nearUnit, farUnit))
  await set(input)
  const bundleInput = { plantId, bundleId: input.bundleId }
  const cancelled = await server.as(installer).call('cancelBundle', bundleInput)
  expect(cancelled.operations.map(({ state }) => state)).toEqual(['cancelling', 'cancelling'])
  expect(server.broadcasts.filter(({ event }) => event === 'operation').length).toBeGreaterThan(2)
  await obey(nearUnit, farUnit)
  // The page in progress is written, and the next one is not.
  expect(await bundle(input.bundleId)).toMatchObject([
    { state: 'cancelled', done: 1, unwritten: [40] },
    { state: 'cancelled', done: 1, unwritten: [40] },
  ])
  expect(await server.as(installer).refusal('cancelBundle', bundleInput)).toBe('OPERATION_NOT_RUNNING')
  await server.as(installer).call('continueBundle', bundleInput)
  await obey(nearUnit, farUnit)
  expect(await bundle(input.bundleId)).toMatchObject([
    { state: 'done', unwritten: [] },
    { state: 'done', unwritten: [] },
  ])
  expect(await server.as(installer).refusal('continueBundle', bundleInput)).toBe('OPERATION_NOT_INTERRUPTED')
})

it('a bundle resumes on available units, and is refused without any', async () => {
  const input = createInput(targetsOf(nearUnit, farUnit))
  await set(input)
  const bundleInput = { plantId, bundleId: input.bundleId }
  await server.as(installer).call('cancelBundle', bundleInput)
  await obey(nearUnit, farUnit)
  aSecondLater()
  const other = await set(createInput(targetsOf(nearUnit)))
  // The unit has other work since: the rest does not continue over it.
  const continued = await server.as(installer).call('continueBundle', bundleInput)
  expect(continued.operations.map(({ cu, state }) => [cu, state])).toEqual([
    [nearUnit, 'cancelled'],
    [farUnit, 'running'],
  ])
  await obey(nearUnit, farUnit)
  expect(await bundle(other.operations[0]?.bundle ?? '')).toMatchObject([{ state: 'done' }])
  expect(await server.as(installer).refusal('continueBundle', bundleInput)).toBe('OPERATION_NOT_INTERRUPTED')
})

it('a bundle is not resumed on busy or disabled units', async () => {
  const input = createInput(targetsOf(nearUnit))
  await set(input)
  const bundleInput = { plantId, bundleId: input.bundleId }
  await server.as(installer).call('cancelBundle', bundleInput)
  await obey(nearUnit)
  const refusalOf = () => server.as(installer).refusal('continueBundle', bundleInput)
  const { pool } = server.database
  await pool.query(
    `insert into unit_hold (plant_id, unit, operation_id, kind, held_by_name, since)
       values ('${plantId}', '${nearUnit}', gen_random_uuid(), 'append', 'Marta', now())`,
  )
  expect(await refusalOf()).toBe('UNIT_BUSY')
  await pool.query(`delete from unit_hold where unit = '${nearUnit}'`)
  await server.create.unit(plantId, 'sicuro', '0D0001')
  await pool.query("update central_unit set added_at = '2020-01-01' where unit = 'sicuro_0D0001'")
  await pool.query(`update plant set pro_expiry = '2026-03-01' where id = '${plantId}'`)
  expect(await refusalOf()).toBe('UNIT_TYPE_NOT_ENABLED')
  expect(await bundle(input.bundleId)).toMatchObject([{ state: 'cancelled', unwritten: [40] }])
  await pool.query(`update plant set pro_expiry = '2030-01-01' where id = '${plantId}'`)
  await server.as(installer).call('continueBundle', bundleInput)
  await obey(nearUnit)
  expect(await bundle(input.bundleId)).toMatchObject([{ state: 'done' }])
})

it('UV tubes need a new confirmation each time', async () => {
  const input = createInput([{ topic: nearUnit, addr: [50] }], { params: { uvOxyOnOff: true }, uvConfirmed: true })
  await set(input)
  const bundleInput = { plantId, bundleId: input.bundleId }
  await server.as(installer).call('cancelBundle', bundleInput)
  // Its one step is in progress, and the unit refuses it.
  const last = server.published.at(-1)?.payload as { id: string }
  answeredIds.add(last.id)
  await receiveMessage(nearUnit, 'response', { id: last.id, state: 'refused', code: 'PARAMETER_NOT_SUPPORTED' })
  expect(await bundle(input.bundleId)).toMatchObject([{ state: 'cancelled', unwritten: [50], canContinue: false }])
  expect(await server.as(installer).refusal('continueBundle', bundleInput)).toBe('UV_NOT_CONFIRMED')
  await server.as(installer).call('continueBundle', { ...bundleInput, uvConfirmed: true })
  await obey(nearUnit)
  expect(await bundle(input.bundleId)).toMatchObject([{ state: 'done' }])
})

it('a bundle is visible in its plant only and controlled by its installers', async () => {
  const input = createInput(targetsOf(nearUnit, farUnit))
  await set(input)
  const nonMember = await server.create.user()
  const other = await server.create.plant({ members: { installerAdministrator: nonMember.userId } })
  const otherPlantInput = { plantId: other, bundleId: input.bundleId }
  for (const action of ['continueBundle', 'cancelBundle', 'getFailedSteps'])
    expect(await server.as(nonMember).refusal(action, otherPlantInput)).toBe('OPERATION_NOT_FOUND')
  expect((await server.as(nonMember).call('getOperations', otherPlantInput)).operations).toEqual([])
  const ownInput = { plantId, bundleId: input.bundleId }
  for (const action of ['setMultiParam', 'continueBundle', 'cancelBundle']) {
    const input = action === 'setMultiParam' ? createInput(targetsOf(nearUnit)) : ownInput
    expect(await server.as(nonMember).refusal(action, input), action).toBe('PLANT_NOT_FOUND')
    for (const reader of readers) expect(await server.as(reader).refusal(action, input), action).toBe('NOT_ALLOWED')
  }
  expect(await server.as(nonMember).refusal('getOperations', ownInput)).toBe('PLANT_NOT_FOUND')
  for (const reader of readers)
    expect((await server.as(reader).call('getOperations', ownInput)).operations).toHaveLength(2)
  await obey(nearUnit, farUnit)
})

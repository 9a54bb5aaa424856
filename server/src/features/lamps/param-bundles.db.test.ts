import { randomUUID } from 'node:crypto'
import { lampDetail, uvLampProductCode } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

/** Parameters of lamps of several units: asked for in one call, noted whole or not at all, written unit by unit by the server. */
let server: TestServer
let installer: User
let plantId: string
/** An owner and an installer who reads. */
let readers: User[]

const near = 'logica_0A1B2C'
const far = 'logica_0A1B2D'
const away = 'logica_0A1B2E'
const notAcquired = 'logica_0A1B2F'
const elsewhere = 'logica_0C1B2C'

const heard = (unit: string, channel: string, message: object) =>
  server.inbox.accept(
    `v1/${unit}/up/${channel}`,
    Buffer.from(JSON.stringify({ life: 'a11fea11fea11fe0', connection: 0, ...message })),
  )
const comesOnline = (unit: string, online = true) =>
  heard(unit, 'online', { boot: 1, online, at: server.clock.now().toISOString() })

/** Units carry out what is due, each command once, until nothing more comes; those that are named alone. */
const answered = new Set<string>()
const obey = async (...units: string[]): Promise<void> => {
  for (;;) {
    await server.sender.turn()
    const fresh = server.published.flatMap(({ topic, payload }) => {
      const unit = units.find((one) => topic === `v1/${one}/down/command`)
      const { id } = payload as { id: string }
      return unit && !answered.has(id) ? [{ unit, id }] : []
    })
    if (fresh.length === 0) return
    for (const { unit, id } of fresh) {
      answered.add(id)
      await heard(unit, 'response', { id, state: 'done' })
    }
  }
}

beforeAll(async () => {
  server = await createTestServer()
  installer = await server.given.user()
  const members = { installerAdministrator: installer.userId }
  const [owner, reader] = [await server.given.user({ usertype: 'client' }), await server.given.user()]
  readers = [owner, reader]
  plantId = await server.given.plant({
    members: { ...members, clientOwner: owner.userId, installerReadOnly: reader.userId },
  })
  const other = await server.given.plant({ members })
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
    [plantId, near],
    [plantId, far],
    [plantId, away],
    [other, elsewhere],
  ] as const) {
    await server.given.unit(plant, 'logica', unit.slice('logica_'.length))
    await lampsOf(plant, unit, `B${unit.slice(-3)}`)
  }
  await server.as(installer).call('saveCu', { plantId, cuType: 'logica', cuId: '0A1B2F', description: '' })
  for (const unit of [near, far]) await comesOnline(unit)
  await insertLamps(server, plantId, [{ addr: 50, serial: 'C1B250', detail: uv, productCode: uvLampProductCode }], near)
  await insertLamps(server, plantId, [{ addr: 51, serial: 'C1B251', detail: lampDetail.parse({}) }], far)
})
afterAll(() => server.stop())
/** Later than the last one: the newest operation of a unit is found by its time. */
const aSecondLater = (): void => {
  server.clock.time = new Date(server.clock.now().getTime() + 1000)
}
beforeEach(() => {
  aSecondLater()
  server.announced.splice(0)
})

const lamps = [1, 2, 40]
const of = (...topics: string[]) => topics.map((topic) => ({ topic, addr: lamps }))
const asked = (units: { topic: string; addr: number[] }[], more: object = {}) => ({
  plantId,
  bundleId: randomUUID(),
  units,
  params: { opticom: 50 },
  ...more,
})
const set = (input: ReturnType<typeof asked>) => server.as(installer).call('setMultiParam', input)
const bundle = async (bundleId: string) =>
  (await server.as(installer).call('getOperations', { plantId, bundleId })).operations
const failedOf = async (bundleId: string) =>
  (await server.as(installer).call('getFailedSteps', { plantId, bundleId })).steps
/** How many operations there are in all. */
const operationsNow = async () => {
  const { rows } = await server.database.pool.query('select count(*)::int as n from operation')
  return rows[0].n as number
}

it('begins one operation of each unit, which go on by themselves to their end', async () => {
  const input = asked(of(far, near))
  const { operations } = await set(input)
  expect(operations.map(({ cu, state, bundle: its }) => [cu, state, its])).toEqual([
    [near, 'running', input.bundleId],
    [far, 'running', input.bundleId],
  ])
  await obey(near, far)
  expect(await bundle(input.bundleId)).toMatchObject([
    { cu: near, state: 'done', total: 2, done: 2, unwritten: [], canUndo: true },
    { cu: far, state: 'done', total: 2, done: 2, unwritten: [] },
  ])
})

it('takes lamps that are named twice once, also where their unit is', async () => {
  const input = asked([...of(near), { topic: near, addr: [2, 2] }])
  const { operations } = await set(input)
  expect(operations).toMatchObject([{ cu: near, total: 2, unwritten: lamps }])
  await obey(near)
})

it('begins nothing twice, asked for again under the same name', async () => {
  const input = asked(of(near, far))
  const before = await operationsNow()
  const answers = await Promise.all([set(input), set(input)])
  expect(new Set(answers.map(({ operations }) => operations.map(({ id }) => id).join())).size).toBe(1)
  await obey(near, far)
  const published = server.published.length
  expect((await set(input)).operations.map(({ state }) => state)).toEqual(['done', 'done'])
  await obey(near, far)
  expect([await operationsNow(), server.published.length]).toEqual([before + 2, published])
})

describe('is refused whole, and nothing is noted or sent', () => {
  it.each([
    ['a lamp that the second unit does not have', [...of(near), { topic: far, addr: [1, 7] }], {}, 'LAMP_NOT_FOUND'],
    ['a unit of another plant', of(near, elsewhere), {}, 'UNIT_NOT_FOUND'],
    ['a unit that is not acquired', of(near, notAcquired), {}, 'UNIT_NOT_ACQUIRED'],
    [
      'a lamp that takes no such parameter',
      [...of(near), { topic: far, addr: [1, 51] }],
      {},
      'PARAMETER_NOT_SUPPORTED',
    ],
    ['hours that nobody offers', of(near, far), { params: { autonomy: 4 } }, 'INVALID_INPUT'],
    ['no lamp of a unit', [...of(near), { topic: far, addr: [] }], {}, 'INVALID_INPUT'],
    ['no unit', [], {}, 'INVALID_INPUT'],
    ['no parameter', of(near), { params: {} }, 'INVALID_INPUT'],
    ['no name', of(near), { bundleId: undefined }, 'INVALID_INPUT'],
    ['UV light unasked', [{ topic: near, addr: [50] }], { params: { uvOxyOnOff: true } }, 'UV_NOT_CONFIRMED'],
  ])('with %s', async (_, units, more, code) => {
    const before = [await operationsNow(), server.published.length]
    expect(await server.as(installer).refusal('setMultiParam', asked(units, more))).toBe(code)
    expect([await operationsNow(), server.published.length]).toEqual(before)
    expect(server.announced).toEqual([])
  })

  it('with more lamps than are surveyed at once', async () => {
    const all = Array.from({ length: 992 }, (_, at) => at + 1)
    const units = [1, 2, 3, 4, 5].map(() => ({ topic: near, addr: all }))
    expect(await server.as(installer).refusal('setMultiParam', asked(units))).toBe('INVALID_INPUT')
  })

  it('while one of the units is busy', async () => {
    const held = await set(asked(of(far)))
    const before = await operationsNow()
    expect(await server.as(installer).refusal('setMultiParam', asked(of(near, far)))).toBe('UNIT_BUSY')
    expect(await operationsNow()).toBe(before)
    await obey(far)
    expect(await bundle(held.operations[0]?.bundle ?? '')).toMatchObject([{ state: 'done' }])
    await set(asked(of(near, far)))
    await obey(near, far)
  })

  it('naming unit, lamp and parameter where one of many does not take it', async () => {
    const details = { cu: far, lamp: 51, serial: 'C1B251', parameter: 'opticom' }
    const refused = set(asked([...of(near), { topic: far, addr: [51] }]))
    await expect(refused).rejects.toMatchObject({ code: 'PARAMETER_NOT_SUPPORTED', details })
  })
})

it('names the lamps of a unit that is away as not written, and writes the others; tried again, those alone', async () => {
  const input = asked(of(near, away))
  const { operations } = await set(input)
  expect(operations).toHaveLength(2)
  await obey(near)
  expect(await bundle(input.bundleId)).toMatchObject([
    { cu: near, state: 'done', unwritten: [] },
    { cu: away, state: 'interrupted', error: 'expired', unwritten: lamps },
  ])
  expect(await failedOf(input.bundleId)).toMatchObject([
    { cu: away, n: 0, lamps: [1, 2], error: 'expired' },
    { cu: away, n: 1, lamps: [40] },
  ])
  await comesOnline(away)
  const sent = server.published.length
  const again = await server.as(installer).call('continueBundle', { plantId, bundleId: input.bundleId })
  expect(again.operations.map(({ cu, state }) => [cu, state])).toEqual([
    [near, 'done'],
    [away, 'running'],
  ])
  await obey(near, away)
  expect(await bundle(input.bundleId)).toMatchObject([{ state: 'done' }, { cu: away, state: 'done', unwritten: [] }])
  expect(await failedOf(input.bundleId)).toEqual([])
  const to = new Set(server.published.slice(sent).map(({ topic }) => topic))
  expect([...to]).toEqual([`v1/${away}/down/command`])
  await comesOnline(away, false)
})

it('can be cancelled between pages on all units at once, and taken up again', async () => {
  const input = asked(of(near, far))
  await set(input)
  const named = { plantId, bundleId: input.bundleId }
  const cancelled = await server.as(installer).call('cancelBundle', named)
  expect(cancelled.operations.map(({ state }) => state)).toEqual(['cancelling', 'cancelling'])
  expect(server.announced.filter(({ event }) => event === 'operation').length).toBeGreaterThan(2)
  await obey(near, far)
  // The page that was under way is written, and the one after it is not.
  expect(await bundle(input.bundleId)).toMatchObject([
    { state: 'cancelled', done: 1, unwritten: [40] },
    { state: 'cancelled', done: 1, unwritten: [40] },
  ])
  expect(await server.as(installer).refusal('cancelBundle', named)).toBe('OPERATION_NOT_RUNNING')
  await server.as(installer).call('continueBundle', named)
  await obey(near, far)
  expect(await bundle(input.bundleId)).toMatchObject([
    { state: 'done', unwritten: [] },
    { state: 'done', unwritten: [] },
  ])
  expect(await server.as(installer).refusal('continueBundle', named)).toBe('OPERATION_NOT_INTERRUPTED')
})

it('takes up what its unit can now, and is refused where none can', async () => {
  const input = asked(of(near, far))
  await set(input)
  const named = { plantId, bundleId: input.bundleId }
  await server.as(installer).call('cancelBundle', named)
  await obey(near, far)
  aSecondLater()
  const other = await set(asked(of(near)))
  // The unit has been given other work since: what was left there is not taken up over it.
  const again = await server.as(installer).call('continueBundle', named)
  expect(again.operations.map(({ cu, state }) => [cu, state])).toEqual([
    [near, 'cancelled'],
    [far, 'running'],
  ])
  await obey(near, far)
  expect(await bundle(other.operations[0]?.bundle ?? '')).toMatchObject([{ state: 'done' }])
  expect(await server.as(installer).refusal('continueBundle', named)).toBe('OPERATION_NOT_INTERRUPTED')
})

it('is not taken up while the unit is busy, or after Pro has ended for its type', async () => {
  const input = asked(of(near))
  await set(input)
  const named = { plantId, bundleId: input.bundleId }
  await server.as(installer).call('cancelBundle', named)
  await obey(near)
  const refused = () => server.as(installer).refusal('continueBundle', named)
  const { pool } = server.database
  await pool.query(
    `insert into unit_hold (plant_id, unit, operation_id, kind, held_by_name, since)
       values ('${plantId}', '${near}', gen_random_uuid(), 'append', 'Marta', now())`,
  )
  expect(await refused()).toBe('UNIT_BUSY')
  await pool.query(`delete from unit_hold where unit = '${near}'`)
  await server.given.unit(plantId, 'sicuro', '0D0001')
  await pool.query("update central_unit set added_at = '2020-01-01' where unit = 'sicuro_0D0001'")
  await pool.query(`update plant set pro_expiry = '2026-03-01' where id = '${plantId}'`)
  expect(await refused()).toBe('UNIT_TYPE_NOT_ENABLED')
  expect(await bundle(input.bundleId)).toMatchObject([{ state: 'cancelled', unwritten: [40] }])
  await pool.query(`update plant set pro_expiry = '2030-01-01' where id = '${plantId}'`)
  await server.as(installer).call('continueBundle', named)
  await obey(near)
  expect(await bundle(input.bundleId)).toMatchObject([{ state: 'done' }])
})

it('lights UV tubes only with the answer to the question, each time anew', async () => {
  const input = asked([{ topic: near, addr: [50] }], { params: { uvOxyOnOff: true }, uvConfirmed: true })
  await set(input)
  const named = { plantId, bundleId: input.bundleId }
  await server.as(installer).call('cancelBundle', named)
  // Its one step is under way, and refused.
  const last = server.published.at(-1)?.payload as { id: string }
  answered.add(last.id)
  await heard(near, 'response', { id: last.id, state: 'refused', code: 'PARAMETER_NOT_SUPPORTED' })
  expect(await bundle(input.bundleId)).toMatchObject([{ state: 'cancelled', unwritten: [50], canContinue: false }])
  expect(await server.as(installer).refusal('continueBundle', named)).toBe('UV_NOT_CONFIRMED')
  await server.as(installer).call('continueBundle', { ...named, uvConfirmed: true })
  await obey(near)
  expect(await bundle(input.bundleId)).toMatchObject([{ state: 'done' }])
})

it('is known in its own plant alone, and moved by its installers alone', async () => {
  const input = asked(of(near, far))
  await set(input)
  const stranger = await server.given.user()
  const other = await server.given.plant({ members: { installerAdministrator: stranger.userId } })
  const theirs = { plantId: other, bundleId: input.bundleId }
  for (const action of ['continueBundle', 'cancelBundle', 'getFailedSteps'])
    expect(await server.as(stranger).refusal(action, theirs)).toBe('OPERATION_NOT_FOUND')
  expect((await server.as(stranger).call('getOperations', theirs)).operations).toEqual([])
  const ours = { plantId, bundleId: input.bundleId }
  for (const action of ['setMultiParam', 'continueBundle', 'cancelBundle']) {
    const wanted = action === 'setMultiParam' ? asked(of(near)) : ours
    expect(await server.as(stranger).refusal(action, wanted), action).toBe('PLANT_NOT_FOUND')
    for (const reader of readers) expect(await server.as(reader).refusal(action, wanted), action).toBe('NOT_ALLOWED')
  }
  expect(await server.as(stranger).refusal('getOperations', ours)).toBe('PLANT_NOT_FOUND')
  for (const reader of readers) expect((await server.as(reader).call('getOperations', ours)).operations).toHaveLength(2)
  await obey(near, far)
})

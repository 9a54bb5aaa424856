import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { raceRounds } from '../../testing/depth.ts'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { workOn } from '../../testing/test-work.ts'
import { acquireUnit, insertUnit } from '../central-units/index.ts'

/** Concurrent calls while a plant is archived, deleted or restored. */
const plantname = 'Old school'
const life = '00000000000000a1'

let server: TestServer
let administrator: User
let serials = 0
beforeAll(async () => {
  server = await createTestServer()
  administrator = await server.create.user()
})
afterAll(() => server.stop())

const createPlant = async () => {
  const plantId = await server.create.plant({
    name: plantname,
    members: { installerAdministrator: administrator.userId },
  })
  const cuId = `0D${String(++serials).padStart(4, '0')}`
  const topic = await server.create.unit(plantId, 'logica', cuId)
  const birthMessage = { life, boot: 5, connection: 0, online: true }
  await server.inbox.accept(`v1/${topic}/up/online`, Buffer.from(JSON.stringify(birthMessage)))
  await insertLamps(server, plantId, [{ addr: 1, serial: 'A1B2C1' }], topic)
  return { plantId, topic, cuId }
}
const administratorClient = () => server.as(administrator)
const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: { code?: string }) => error.code ?? String(error),
  )
/** There are no more sent commands than requested tests. */
const sentTo = (topic: string) => server.published.filter((one) => one.topic.includes(topic)).length

it.each([
  ['removePlant', 'PLANT_NOT_FOUND', 'notStarted'],
  ['archivePlant', 'PLANT_ARCHIVED', 'requested'],
] as const)(
  '%s during a test start either lets it start first or refuses it',
  async (action, code, _isAllowed) => {
    const seenOutcomes = new Set<string>()
    for (let round = 0; round < raceRounds; round++) {
      const { plantId, topic } = await createPlant()
      const input = { plantId, ...(action === 'removePlant' && { plantname }) }
      const start = () => outcomeOf(administratorClient().call('ftest', { plantId, topic, addr: [1] }))
      const end = () => outcomeOf(server.dispatch({ action, input, caller: administrator, requestId: 'race' }))
      const startAndEnd = round % 2 ? [start(), end()] : [end(), start()]
      const outcomes = await Promise.all(startAndEnd)
      const [started, ended] = round % 2 ? outcomes : outcomes.toReversed()
      expect(ended).toBe('ok')
      expect(['ok', code]).toContain(started)
      const before = sentTo(topic)
      await server.sender.turn()
      expect(sentTo(topic)).toBe(before)
      expect(before).toBe(started === 'ok' ? 1 : 0)
      if (action === 'removePlant') await server.watch()
      const { rows } = await server.database.db.execute<{ state: string }>(
        sql`select state from test_run where plant_id = ${plantId}`,
      )
      expect(rows).toHaveLength(started === 'ok' ? 1 : 0)
      if (action === 'removePlant' && started === 'ok') expect(rows[0]?.state).toBe('notStarted')
      seenOutcomes.add(`${started}`)
    }
    expect(seenOutcomes.size).toBeGreaterThan(0)
  },
  120_000,
)

it('simultaneous restores bring a plant back once', async () => {
  for (let round = 0; round < raceRounds; round++) {
    const { plantId, topic } = await createPlant()
    await administratorClient().call('removePlant', { plantId, plantname })
    const before = sentTo(topic)
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => outcomeOf(administratorClient().call('restorePlant', { plantId }))),
    )
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'PLANT_NOT_FOUND'), 'ok'])
    expect(sentTo(topic)).toBe(before + 1)
    expect((await administratorClient().call('getPlantDetails', { plantId })).units).toHaveLength(1)
  }
}, 120_000)

it('a restore during enrolment elsewhere gives the unit to one plant', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < raceRounds; round++) {
    const { plantId, topic, cuId } = await createPlant()
    await administratorClient().call('removePlant', { plantId, plantname })
    const other = await server.create.plant({ members: { installerAdministrator: administrator.userId } })
    const { db } = server.database
    const place = { description: '', location: '', addedAt: server.clock.now() }
    await insertUnit(workOn(db), { plantId: other, cuType: 'logica', cuId, ...place })
    const enrol = () =>
      server.inTransaction((work) => acquireUnit(work, other, topic, '00000000000000b2')).catch(() => 'refused')
    const restore = () => administratorClient().call('restorePlant', { plantId })
    const [enrolOutcome, { units }] =
      round % 2
        ? await Promise.all([enrol(), restore()])
        : await Promise.all([restore(), enrol()]).then(([restored, enrolment]) => [enrolment, restored] as const)
    expect([enrolOutcome, units[0]?.became]).toBeOneOf([
      ['acquired', 'elsewhere'],
      ['refused', 'enrolled'],
    ])
    const { rows } = await db.execute(
      sql`select plant_id from central_unit where unit = ${topic} and acquired and removed_at is null`,
    )
    expect(rows).toEqual([{ plant_id: enrolOutcome === 'acquired' ? other : plantId }])
    outcomes.add(String(enrolOutcome))
  }
  expect(outcomes.size).toBeGreaterThan(0)
}, 120_000)

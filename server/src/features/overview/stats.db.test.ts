import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Tx } from '../../kernel/transaction.ts'
import { createTestServer, plantDraft, type TestServer } from '../../testing/test-server.ts'
import { acquireUnit } from '../central-units/index.ts'
import { statsEvents, updateStats } from './plant-stats-task.ts'
import { claimDuePlants, computeStats, findStats, saveStats } from './stats.store.ts'

let server: TestServer
let plantId: string
const unit = 'logica_0A1B2C'
let seq = 0

const updatePlantStats = () => server.inTransaction(updateStats)
const life = 'a11fea11fea11fe0'
const sendMessage = (channel: string, message: object) =>
  server.inbox.accept(`v1/${unit}/up/${channel}`, Buffer.from(JSON.stringify({ life, ...message })))
const at = () => server.clock.now().toISOString()
let connection = 0
let isClosed = false
/** A keepalive, the will of the connection, or the birth of the next one. */
const online = (isOnline: boolean) => {
  if (isOnline && isClosed) connection++
  isClosed = !isOnline
  return sendMessage('online', { boot: 5, connection, online: isOnline, at: at() })
}
/** A state of one lamp; mode 2 is normal, 4 emergency. */
const lamp = (addr: number, mode: number) =>
  sendMessage('state', {
    boot: 5,
    seq: ++seq,
    at: at(),
    body: { l: [[addr, 'A1B2C3', 0, mode, 8, 0, 2, 254, 30, 254, 1, 1, 0, 'ST-8', '1.0']] },
  })
/** The due plants. An event has woken the worker if and only if there are any. */
const due = async () => {
  const plants = await server.inTransaction(({ tx }) => claimDuePlants(tx))
  const hasWoken = server.emittedNames.splice(0).some((name) => statsEvents.some((cause) => cause.name === name))
  expect(hasWoken).toBe(plants.length > 0)
  return plants
}

beforeAll(async () => {
  server = await createTestServer()
  plantId = await server.create.plant()
  await server.create.unit(plantId)
})
afterAll(() => server.stop())
beforeEach(async () => {
  await updatePlantStats()
  server.emittedNames.splice(0)
})

describe('plant stats are due', () => {
  it('after a connection change, but not after a keepalive', async () => {
    await online(true)
    expect(await due()).toEqual([plantId])
    await online(true)
    expect(await due()).toEqual([])
    await online(false)
    expect(await due()).toEqual([plantId])
  })

  it('after lamp counts change, but not after an equal state', async () => {
    await lamp(1, 2)
    expect(await due()).toEqual([plantId])
    await lamp(1, 2)
    expect(await due()).toEqual([])
    await lamp(1, 4)
    expect(await due()).toEqual([plantId])
  })

  it('for a new plant and for an added or removed unit', async () => {
    const installer = await server.create.user()
    const { plant_id: ownedPlantId } = await server.as(installer).call('savePlant', {
      plant: plantDraft(),
    })
    expect(await due()).toEqual([ownedPlantId])
    const unit = { cuType: 'logica', cuId: '0A1B2D' }
    await server.as(installer).call('saveCu', { plantId: ownedPlantId, ...unit })
    expect(await due()).toEqual([ownedPlantId])
    await server.inTransaction((work) => acquireUnit(work, ownedPlantId, 'logica_0A1B2D'))
    expect(await due()).toEqual([ownedPlantId])
    await server.as(installer).call('removeCu', { plantId: ownedPlantId, topic: 'logica_0A1B2D' })
    expect(await due()).toEqual([ownedPlantId])
  })

  it('again after the transaction that computed them fails', async () => {
    await online(true)
    const failingWork = server.inTransaction(async ({ tx }) => {
      await claimDuePlants(tx)
      throw new Error('the node is gone')
    })
    await expect(failingWork).rejects.toThrow('the node is gone')
    expect(await due()).toEqual([plantId])
  })

  it('when a unit reports as new or the enrolled one returns', async () => {
    await online(true)
    await due()
    await sendMessage('online', { life: 'b0cb0cb0cb0cb0c0', boot: 0, connection: 0, online: true })
    expect(await due()).toEqual([plantId])
    await online(true)
    expect(await due()).toEqual([plantId])
  })
})

it('a plant fails while a lamp fails a test, and not by another fault', async () => {
  const { db } = server.database
  const test = randomUUID()
  await db.execute(sql`
    insert into test_run (id, plant_id, central_unit_id, unit, kind, trigger, state, requested_at, ended_at, lamps)
    select ${test}, plant_id, id, unit, 'functional', 'user', 'finished', now(), now(), '{1}' from central_unit where unit = ${unit}`)
  await db.execute(sql`
    insert into test_result (test_id, lamp, serial, description, location, result, at, received_at)
    values (${test}, 1, 'A1B2C3', '', '', 'passed', now(), now())`)
  await server.inTransaction(async ({ tx }) => {
    const resultWith = async (errors: object) => {
      await tx.execute(sql`
        update central_unit set counts = jsonb_set(counts, '{errors}', ${JSON.stringify(errors)}::jsonb) where unit = ${unit}`)
      return (await computeStats(tx, [plantId])).get(plantId)?.result
    }
    for (const error of ['functional_test_failed', 'autonomy_test_failed', 'battery_test_failure'])
      expect(await resultWith({ [error]: 1 })).toBe('fail')
    expect(await resultWith({ battery_duration: 1, lamp_failure: 1 })).toBe(await resultWith({}))
    expect(await resultWith({})).not.toBe('fail')
  })
  await db.execute(sql`delete from test_result`)
  await db.execute(sql`delete from test_run`)
})

it('a unit that is not enrolled is listed, and is neither offline nor one of the units', async () => {
  const [newPlantId, unenrolled] = [await server.create.plant(), '0A1BFF']
  await server.create.unit(newPlantId, 'logica', unenrolled)
  await server.database.db.execute(sql`update central_unit set acquired = false where unit = ${`logica_${unenrolled}`}`)
  const stats = (await server.inTransaction(({ tx }) => computeStats(tx, [newPlantId]))).get(newPlantId)
  expect(stats).toMatchObject({ condition: 'unknown', units: { total: 0, connected: 0 } })
  expect(stats?.attention).toMatchObject([
    { condition: 'unknown', code: 'unit_not_acquired', cu: `logica_${unenrolled}` },
  ])
})

it('a node waits for another one that computes the same plant', async () => {
  await online(false)
  const order: string[] = []
  const release = Promise.withResolvers<void>()
  const hasEntered = Promise.withResolvers<void>()
  const first = server.inTransaction(async ({ tx }) => {
    expect(await claimDuePlants(tx)).toEqual([plantId])
    hasEntered.resolve()
    await release.promise
    order.push('first')
  })
  await hasEntered.promise
  await online(true)
  const second = updatePlantStats().then(() => order.push('second'))
  await vi.waitUntil(async () => {
    const waitingLocks = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`
    return (await server.database.db.execute(waitingLocks)).rows.length > 0
  })
  release.resolve()
  await Promise.all([first, second])
  expect(order).toEqual(['first', 'second'])
  const figures = (await server.inTransaction(({ tx }) => computeStats(tx, [plantId]))).get(plantId)
  expect(await findStats(server.database.db, plantId)).toEqual(figures)
})

/** The transaction, with a count of its statements. */
const countStatements = (tx: Tx) => {
  const statements = { count: 0 }
  const countingTx = new Proxy(tx, {
    get(target, name) {
      if (['select', 'insert', 'update', 'delete', 'execute'].includes(String(name))) statements.count++
      return Reflect.get(target, name, target)
    },
  })
  return { tx: countingTx, statements }
}

it('stats of many plants are saved with a constant number of statements', async () => {
  const costOf = async (plants: number) => {
    for (let n = 0; n < plants; n++) await server.create.plant({ name: `Many ${n}` })
    return await server.inTransaction(async (work) => {
      const { tx, statements } = countStatements(work.tx)
      const claimedPlants = await claimDuePlants(tx)
      const saved = await saveStats(tx, await computeStats(work.tx, claimedPlants), work.now)
      return { saved: saved.size, statements: statements.count }
    })
  }
  await server.inTransaction(({ tx }) => claimDuePlants(tx))
  const [smallCost, largeCost] = [await costOf(2), await costOf(20)]
  expect([smallCost.saved, largeCost.saved]).toEqual([2, 20])
  expect(largeCost.statements).toBe(smallCost.statements)
})

describe('findings about a unit', () => {
  it('make the stats due when found and when gone', async () => {
    const sendBirth = (reportedAt: string) =>
      sendMessage('online', { boot: 5, connection, online: true, at: reportedAt })
    await sendBirth(at())
    await due()
    await sendBirth('1970-01-01T00:00:00Z')
    expect(await due()).toEqual([plantId])
    await sendBirth('1970-01-02T00:00:00Z')
    expect(await due()).toEqual([])
    await sendBirth(at())
    expect(await due()).toEqual([plantId])
    for (let n = 0; n < 5; n++) await server.inbox.accept(`v1/${unit}/up/telemetry`, Buffer.from('{'))
    expect(await due()).toEqual([plantId])
  })
})

describe('updated lists', () => {
  it('are those of members, the national office and the area office', async () => {
    const member = await server.create.user()
    const office = await server.create.user({ usertype: 'admin', scope: 'nto' })
    const area = await server.create.user({ usertype: 'admin', scope: 'ba', area: 'IT' })
    const otherAreaOffice = await server.create.user({ usertype: 'admin', scope: 'ba', area: 'DE' })
    const suspended = await server.create.user({ usertype: 'admin', scope: 'nto', suspended: true })
    const nonMember = await server.create.user()
    const memberPlant = await server.create.plant({ members: { installerAdministrator: member.userId } })
    server.broadcasts.splice(0)
    await updatePlantStats()
    const { audience } = server.broadcasts.find(({ data }) => 'plant_id' in data && data.plant_id === memberPlant) ?? {}
    const homeUsers = new Set(audience && 'home' in audience ? audience.home : [])
    const isInHome = ({ userId }: { userId: string }) => homeUsers.has(userId)
    expect([member, office, area, otherAreaOffice, suspended, nonMember].map(isInHome)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ])
  })
})

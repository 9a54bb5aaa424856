import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sqlStateOf, sqlStates } from '../../server/src/kernel/sql-state.ts'
import { usesCluster } from '../../server/src/testing/postgresql-cluster.ts'
import { canMount } from '../../server/src/testing/small-disk.ts'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

/**
 * The disk of a PostgreSQL is full. The errors name it, no unstored write is confirmed, and work continues once there
 * is room.
 */
const isPossible = usesCluster() && canMount()

describe.skipIf(!isPossible)('a database whose disk is full (needs a PostgreSQL, and the right to mount)', () => {
  let product: RunningProduct
  let installer: ApiClient
  let plantId: string
  const topic = 'logica_0A1B01'
  const lamps = 96
  const unit = { type: 'logica', serial: '0A1B01', lamps, enrolled: true, plant: 'hospital' as const }

  beforeAll(async () => {
    product = await startProduct({ units: [unit], databaseDiskMb: 128 })
    installer = await createApiClient(product.url).signIn('installer')
    plantId = (await installer.call('getAllPlants', { search: 'camillo' })).plants[0]?.plant_id ?? ''
    await pollUntil('the lamps', async () => (await installer.call('getLamps', { plantId })).total === lamps)
  })
  afterAll(async () => {
    product?.databaseDisk?.free()
    await product?.stop()
  })

  const waitingRecords = async () => Number((await product.panelState(topic)).waitingRecords)
  /** Of the node with the failure, if any: another node learns of it at its next write. */
  const readiness = async () => {
    const answers = await Promise.all(product.nodeUrls.map((nodeUrl) => fetch(`${nodeUrl}/readyz`)))
    const answer = answers.find(({ ok }) => !ok) ?? (answers[0] as Response)
    return { status: answer.status, text: await answer.text() }
  }
  const building = (name: string) => ({ level: 'building' as const, parentId: null, name, kind: null, areaM2: null })
  /** Each lamp gets a fault and loses it, which makes two records. */
  const breakAndRepairLamps = async () => {
    for (const faults of [['lamp_failure'], []])
      for (let addr = 1; addr <= lamps; addr++) await product.panel(topic, 'lamp-fault', { addr, faults })
  }
  const storedRecords = async () => {
    const { rows } = await product
      .product()
      .database.pool.query('select count(*)::int as n, max(seq)::int - min(seq)::int + 1 as made from unit_record')
    return rows[0] as { n: number; made: number }
  }

  /** Whether records wait at the unit, and none was stored for as long as the server tries three times. */
  const storingStopped = () => {
    let [stored, since] = [-1, 0]
    return async () => {
      const { n } = await storedRecords()
      if (n !== stored) [stored, since] = [n, performance.now()]
      return performance.now() - since > 3_500 && (await waitingRecords()) > 0
    }
  }

  /** Its pages still have room for some rows when the disk is full. */
  const useUpRoomForSessions = async () => {
    const add = `insert into session (expires_at, token, user_id) select now(), gen_random_uuid(), id from "user"`
    await pollUntil('a session that finds no room', () =>
      product
        .product()
        .database.pool.query(add)
        .then(
          () => false,
          (error: unknown) => sqlStateOf(error) === sqlStates.diskFull,
        ),
    )
  }

  it('refuses writes, acknowledges nothing to units and needs no restart', async () => {
    product.databaseDisk?.fill()
    const refusal = await pollUntil('a refusal', async () => {
      const answer = await installer.post('/api', { action: 'saveRoom', plantId, room: building(crypto.randomUUID()) })
      return answer.status >= 500 && { status: answer.status, ...((await answer.json()) as object) }
    })
    expect(refusal).toMatchObject({ status: 503, error: 'STORAGE_UNAVAILABLE' })
    const { status, text } = await readiness()
    expect(status).toBe(503)
    expect(JSON.parse(text)).toMatchObject({ ready: false, parts: { database: { ok: false, reason: 'full' } } })
    expect(text).not.toMatch(/\d+\.\d+\.\d+\.\d+|\/tmp|postgres|base\//)
    await useUpRoomForSessions()
    const signIn = createApiClient(product.url).signIn('installer')
    await expect(signIn).rejects.toMatchObject({ status: 503, error: 'STORAGE_UNAVAILABLE' })
    // Calls without new storage continue.
    expect((await installer.call('getLamps', { plantId })).total).toBe(lamps)

    await breakAndRepairLamps()
    await pollUntil('records that find no room', storingStopped())
    const unsent = await waitingRecords()
    expect(unsent).toBeGreaterThan(0)
    expect((await storedRecords()).n + unsent).toBeGreaterThanOrEqual(2 * lamps)
    expect((await readiness()).status).toBe(503)
    product.databaseDisk?.free()
    await pollUntil('the product to be ready', async () => (await readiness()).status === 200, 30_000)
    await pollUntil('every record to be promised', async () => (await waitingRecords()) === 0, 90_000)
    // A confirmed but unstored record would leave a gap in the numbers.
    expect(await storedRecords()).toEqual({ n: 2 * lamps, made: 2 * lamps })
    await installer.call('saveRoom', { plantId, room: building('Casa') })
  })
})

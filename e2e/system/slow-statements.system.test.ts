import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

/** Seconds for which a table is locked; `LOCK_S` sets more for a run by hand. */
const lockS = Number(process.env.LOCK_S ?? 12)

/** Milliseconds after which a call gives its place to others. */
const longestWaitMs = 2_000

/** Reads of calls beyond their time limit; background work waits for the table as long as it takes. */
const overdueStatements = `
  select query from pg_stat_activity
    where datname = current_database() and application_name = 'vigilux' and state = 'active'
      and wait_event_type = 'Lock' and clock_timestamp() - query_start > interval '6 s' and query ~ '^select.*"scene"'`

/** A table locked by somebody else: only its readers wait for it. */
describe('a locked table', () => {
  let product: RunningProduct
  let slowCallers: ApiClient[]
  let other: ApiClient
  let plantId: string
  const unit = { type: 'logica', serial: '0A1B01', lamps: 6, enrolled: true, plant: 'hospital' as const }

  beforeAll(async () => {
    product = await startProduct({ units: [unit] })
    other = await createApiClient(product.url).signIn('installer')
    const people = ['staff', 'owner', 'readonly'] as const
    slowCallers = await Promise.all(people.map((person) => createApiClient(product.url).signIn(person)))
    plantId = (await other.call('getAllPlants', { search: 'camillo' })).plants[0]?.plant_id ?? ''
    await pollUntil('the lamps', async () => (await other.call('getLamps', { plantId })).total === 6)
  })
  afterAll(() => product?.stop())

  it('delays its readers alone, is reported, and leaves no statement behind', async () => {
    const operator = await product.product().database.pool.connect()
    await operator.query('begin; lock table scene in access exclusive mode')
    const endsAt = performance.now() + lockS * 1000
    let isOver = false
    const isLocked = () => !isOver && performance.now() < endsAt
    const refusals = new Map<string, number>()
    const loop = async (caller: ApiClient): Promise<void> => {
      while (isLocked()) {
        const { error } = await caller.refused('getScenes', { plantId }).catch(() => ({ error: 'answered' }))
        refusals.set(error, (refusals.get(error) ?? 0) + 1)
      }
    }
    const loops = slowCallers.flatMap((caller) => [loop(caller), loop(caller), loop(caller)])

    const tookMs: number[] = []
    const reasons = new Set<string>()
    const overdue: string[] = []
    await product.panel('logica_0A1B01', 'mains', { on: false })
    let isOnBattery = false
    const watch = async (): Promise<boolean> => {
      const startedAt = performance.now()
      const { units } = await other.call('getUnitsDetails', { plantId })
      tookMs.push(performance.now() - startedAt)
      isOnBattery ||= units[0]?.on_battery === true
      const answer = await fetch(`${product.nodeUrls[0]}/readyz`)
      const { parts } = (await answer.json()) as { parts: Record<string, { reason?: string }> }
      expect(answer.status, JSON.stringify(parts)).toBe(200)
      reasons.add(parts.answers?.reason ?? '')
      overdue.push(...(await operator.query<{ query: string }>(overdueStatements)).rows.map(({ query }) => query))
      return !isLocked()
    }
    await pollUntil('the end of the lock', watch).finally(() => {
      isOver = true
      void Promise.all(loops).then(() => operator.release(true))
    })
    await Promise.all(loops)

    // Each caller has two places, and its third call waits for them.
    expect([...refusals.keys()].toSorted()).toEqual(['SERVER_BUSY', 'STORAGE_SLOW'])
    expect(Math.max(...tookMs)).toBeLessThan(longestWaitMs)
    expect(overdue).toEqual([])
    expect(isOnBattery).toBe(true)
    expect([...reasons].join()).toContain('getScenes')
    const slowLine = product.logLines.find((line) => line.includes('a call was slow'))
    expect(JSON.parse(slowLine ?? '{}')).toMatchObject({ level: 'warn', action: 'getScenes', error: 'STORAGE_SLOW' })
    await pollUntil('the readers', async () => (await slowCallers[0]?.call('getScenes', { plantId })) !== undefined)
  })
})

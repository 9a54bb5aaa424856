import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPlantWithFaults } from '../../testing/plant-with-faults.ts'
import { removeUnit } from '../central-units/index.ts'

/** A passed test of the right kind or the unit's report closes a fault; nothing else does. */
let plant: Awaited<ReturnType<typeof openPlantWithFaults>>
const hourMs = 3_600_000
const day = 24
const emptiedTables = 'round_item round held_test test_result test_run unit_record compliance_profile'.split(' ')
beforeAll(async () => {
  plant = await openPlantWithFaults()
})
afterAll(() => plant.server.stop())
beforeEach(async () => {
  plant.advanceClock(30 * day * hourMs)
  for (const table of emptiedTables) await plant.server.database.db.execute(sql`delete from ${sql.identifier(table)}`)
  await plant.server.database.db.execute(sql`update plant set country = 'IT'`)
  await plant.connect()
  await plant.reportFaults({ 1: ['battery_short'], 2: ['led_open'], 3: ['charger'] }, { fuse: true })
})

const hours = (count: number) => plant.advanceClock(count * hourMs)
const runRoundTasks = async () => {
  await plant.server.runRoundTasks()
  await plant.server.startHeldTests()
  await plant.server.runRoundTasks()
}
const itemOf = async (roundId: string, error: string) => {
  const found = (await plant.items(roundId)).find((one) => one.error === error)
  if (!found) throw new Error(`the round has no ${error}`)
  return found
}
const done = async (itemId: string, kind: 'batteryReplaced' | 'lampReplaced' | 'partReplaced' | 'repaired') => {
  const input = { plantId: plant.plantId, itemId, kind, workId: randomUUID() }
  const { item } = await plant.client.call('completeRoundItem', input)
  plant.advanceClock(10_000)
  await runRoundTasks()
  return item
}
const tests = async () => (await plant.client.call('getTests', { plantId: plant.plantId })).tests
const readHeldTests = async () => (await plant.client.call('getHeldTests', { plantId: plant.plantId })).held
const readRemedies = async () => {
  const { entries } = await plant.client.call('getLogbookDetails', {
    plantId: plant.plantId,
    of: 'faults',
    pageSize: 200,
  })
  return entries.filter(
    ({ kind, at }) => kind === 'remedy' && Date.parse(at) > plant.server.clock.now().getTime() - 20 * day * hourMs,
  )
}
/** A battery was replaced and has charged; the test of the lamp has started. */
const reTested = async () => {
  const roundId = await plant.plan([plant.fault(1, 'battery_short')])
  const { id } = await itemOf(roundId, 'battery_short')
  await done(id, 'batteryReplaced')
  hours(day)
  await runRoundTasks()
  const [test] = await tests()
  return { roundId, id, testId: test?.id ?? '' }
}

describe('replaced battery', () => {
  it('charges for 24 h, and its passed re-test closes the fault', async () => {
    const roundId = await plant.plan([plant.fault(1, 'battery_short')])
    const pressedAt = plant.server.clock.now().getTime()
    const { id } = await itemOf(roundId, 'battery_short')
    await done(id, 'batteryReplaced')
    const chargedAt = new Date(pressedAt + day * hourMs).toISOString()
    expect(await itemOf(roundId, 'battery_short')).toMatchObject({
      state: 'done',
      work: { undoUntil: null, entry: expect.any(Number) },
      reTest: {
        kind: 'autonomy',
        chargedAt,
        chargeHours: 24,
        chargedFrom: null,
        reason: 'battery_charging',
        testId: null,
      },
    })
    expect(await readHeldTests()).toMatchObject([{ lamps: [1], kind: 'autonomy', reTest: true, chargedAt }])
    hours(day - 1)
    await runRoundTasks()
    expect(await tests()).toEqual([])
    hours(1)
    await runRoundTasks()
    const [test] = await tests()
    expect(test).toMatchObject({ kind: 'autonomy', total: 1, requestedBy: plant.installer.name })
    expect((await itemOf(roundId, 'battery_short')).reTest?.testId).toBe(test?.id)
    await plant.reportFaults({})
    hours(1)
    await plant.runTest(test?.id ?? '', 'D', [[1, 'A1B2C1', 0, 4000]])
    const closed = await itemOf(roundId, 'battery_short')
    expect(closed).toMatchObject({
      state: 'closed',
      closed: { by: 'test', testId: test?.id, entry: expect.any(Number) },
    })
    expect(await readRemedies()).toMatchObject([
      {
        no: closed.closed?.entry,
        lamp: 1,
        testId: test?.id,
        by: plant.installer.name,
        facts: { error: 'battery_short', work: 'batteryReplaced', proof: 'test' },
      },
    ])
    expect((await plant.client.call('getRound', { plantId: plant.plantId, roundId })).round).toMatchObject({
      closed: 1,
    })
  })

  it('charges for 12 h in France', async () => {
    await plant.server.database.db.execute(sql`update plant set country = 'FR'`)
    const roundId = await plant.plan([plant.fault(1, 'battery_short')])
    await done((await itemOf(roundId, 'battery_short')).id, 'batteryReplaced')
    expect((await itemOf(roundId, 'battery_short')).reTest?.chargeHours).toBe(12)
    hours(12)
    await runRoundTasks()
    expect(await tests()).toHaveLength(1)
  })

  it.each([
    { country: 'IT', profile: 'france', expectedHours: 12 },
    { country: 'FR', profile: 'europe', expectedHours: 24 },
  ] as const)(
    'charges for the hours of the profile $profile that was chosen in $country',
    async ({ country, profile, expectedHours }) => {
      const { db } = plant.server.database
      await db.execute(sql`update plant set country = ${country}`)
      const choice = { profile, edition: '2024', alwaysOpen: false } as const
      await plant.client.call('setComplianceProfile', { plantId: plant.plantId, ...choice })
      const roundId = await plant.plan([plant.fault(1, 'battery_short')])
      await done((await itemOf(roundId, 'battery_short')).id, 'batteryReplaced')
      expect((await itemOf(roundId, 'battery_short')).reTest?.chargeHours).toBe(expectedHours)
      expect((await plant.client.call('getRound', { plantId: plant.plantId, roundId })).chargeHours).toBe(expectedHours)
      hours(expectedHours - 1)
      await runRoundTasks()
      expect(await tests()).toEqual([])
      hours(1)
      await runRoundTasks()
      expect(await tests()).toHaveLength(1)
    },
  )

  it('charges again from a mains failure and shows since when', async () => {
    const roundId = await plant.plan([plant.fault(1, 'battery_short')])
    await done((await itemOf(roundId, 'battery_short')).id, 'batteryReplaced')
    hours(10)
    await plant.record('mains', { on: 0 })
    hours(1)
    await plant.record('mains', { on: 1 })
    const restoredAt = plant.server.clock.now().toISOString()
    plant.advanceClock(61_000)
    await runRoundTasks()
    expect((await itemOf(roundId, 'battery_short')).reTest).toMatchObject({
      chargedFrom: restoredAt,
      chargedAt: new Date(Date.parse(restoredAt) + day * hourMs).toISOString(),
    })
    hours(day - 1)
    await runRoundTasks()
    expect(await tests()).toEqual([])
    hours(1)
    await runRoundTasks()
    expect(await tests()).toHaveLength(1)
  })

  it('counts from the time of fitting reported later', async () => {
    const roundId = await plant.plan([plant.fault(1, 'battery_short')])
    const { id } = await itemOf(roundId, 'battery_short')
    hours(5)
    const at = new Date(plant.server.clock.now().getTime() - 4 * hourMs).toISOString()
    const input = { plantId: plant.plantId, itemId: id, kind: 'batteryReplaced' as const, at }
    await plant.client.call('completeRoundItem', { ...input, workId: randomUUID() })
    plant.advanceClock(10_000)
    await runRoundTasks()
    expect((await readHeldTests())[0]?.chargedAt).toBe(new Date(Date.parse(at) + day * hourMs).toISOString())
  })

  it('reopens the fault in its round after a failed test', async () => {
    const { roundId, testId } = await reTested()
    await plant.runTest(testId, 'D', [[1, 'A1B2C1', 1, 1320]])
    expect(await itemOf(roundId, 'battery_short')).toMatchObject({
      state: 'open',
      work: null,
      reTest: null,
      closed: null,
      failed: { testId, measured_s: 1320, rated_min: 60 },
    })
    expect(await readRemedies()).toEqual([])
    await done((await itemOf(roundId, 'battery_short')).id, 'batteryReplaced')
    expect(await readHeldTests()).toHaveLength(1)
  })

  it('leaves an open fault without a round if it fails after the end', async () => {
    const { roundId, testId } = await reTested()
    await plant.client.call('endRound', { plantId: plant.plantId, roundId, minutes: 20, cents: null })
    await plant.runTest(testId, 'D', [[1, 'A1B2C1', 1, 1320]])
    await plant.reportFaults({})
    expect((await itemOf(roundId, 'battery_short')).state).toBe('left')
    const { faults } = await plant.client.call('getOpenFaults', { plantId: plant.plantId })
    expect(faults.filter(({ lamp }) => lamp === 1)).toMatchObject([
      { error: 'autonomy_test_failed', unproven: false, proof: 'autonomyTest' },
      { error: 'battery_short', unproven: true, proof: 'autonomyTest' },
    ])
    // The fault can be planned, although its unit no longer reports it.
    expect(await plant.plan([plant.fault(1, 'battery_short')])).toBeTruthy()
  })

  it('left by its round is an open fault again, with its failed test', async () => {
    await plant.reportFaults({ 4: ['battery_short'] })
    await plant.runTest(randomUUID(), 'D', [[4, 'A1B2C4', 1, 1320]])
    const roundId = await plant.plan([plant.fault(4, 'battery_short'), plant.fault(4, 'autonomy_test_failed')])
    const readOpenFaults = async () =>
      (await plant.client.call('getOpenFaults', { plantId: plant.plantId })).faults
        .filter(({ lamp }) => lamp === 4)
        .map(({ error }) => error)
    expect(await readOpenFaults()).toEqual([])
    await plant.client.call('endRound', { plantId: plant.plantId, roundId, minutes: null, cents: null })
    expect(await readOpenFaults()).toEqual(['autonomy_test_failed', 'battery_short'])
  })

  it('still awaits its test after the round, which closes it', async () => {
    const { roundId, testId } = await reTested()
    await plant.client.call('endRound', { plantId: plant.plantId, roundId, minutes: 20, cents: 500 })
    await plant.reportFaults({})
    await plant.runTest(testId, 'D', [[1, 'A1B2C1', 0, 4000]])
    expect((await itemOf(roundId, 'battery_short')).state).toBe('closed')
  })

  it('is tested again if the test had no result', async () => {
    const { roundId, testId } = await reTested()
    await plant.record('test.start', { t: testId, k: 'D', by: 1, a: [1] })
    await plant.record('test.end', { t: testId, o: 2 })
    plant.advanceClock(61_000)
    await runRoundTasks()
    expect((await itemOf(roundId, 'battery_short')).state).toBe('done')
    expect(await readHeldTests()).toHaveLength(1)
    hours(2 * day)
    await runRoundTasks()
    expect((await tests()).length).toBe(2)
  })

  it('has a protected re-test that does not count as held by people', async () => {
    const roundId = await plant.plan([plant.fault(1, 'battery_short')])
    await done((await itemOf(roundId, 'battery_short')).id, 'batteryReplaced')
    const [test] = await readHeldTests()
    const testInput = { plantId: plant.plantId, heldTestId: test?.id ?? '' }
    expect(await plant.client.refusal('cancelHeldTest', testInput)).toBe('HELD_TEST_PROVES_WORK')
  })

  it('waits while its unit does not list the lamp', async () => {
    const roundId = await plant.plan([plant.fault(1, 'battery_short')])
    await done((await itemOf(roundId, 'battery_short')).id, 'batteryReplaced')
    await plant.server.database.db.execute(sql`delete from lamp where addr = 1`)
    hours(day)
    await runRoundTasks()
    expect((await itemOf(roundId, 'battery_short')).reTest?.reason).toBe('lamp_missing')
    expect(await tests()).toEqual([])
  })
})

describe('charged lamps of one unit', () => {
  it('are tested together with individual results', async () => {
    await plant.reportFaults({ 1: ['battery_short'], 4: ['battery_duration'] })
    const roundId = await plant.plan([plant.fault(1, 'battery_short'), plant.fault(4, 'battery_duration')])
    await done((await itemOf(roundId, 'battery_short')).id, 'batteryReplaced')
    await done((await itemOf(roundId, 'battery_duration')).id, 'batteryReplaced')
    hours(day)
    plant.advanceClock(61_000)
    await runRoundTasks()
    const all = await tests()
    expect(all).toMatchObject([{ total: 2, kind: 'autonomy' }])
    await plant.reportFaults({})
    await plant.runTest(all[0]?.id ?? '', 'D', [
      [1, 'A1B2C1', 0, 4000],
      [4, 'A1B2C4', 1, 600],
    ])
    expect((await itemOf(roundId, 'battery_short')).state).toBe('closed')
    expect((await itemOf(roundId, 'battery_duration')).state).toBe('open')
  })
})

describe('other replaced part', () => {
  it('is tested at once, and the functional test closes the fault', async () => {
    const roundId = await plant.plan([plant.fault(2, 'led_open')])
    await done((await itemOf(roundId, 'led_open')).id, 'partReplaced')
    const [test] = await tests()
    expect(test).toMatchObject({ kind: 'functional', total: 1 })
    await plant.reportFaults({})
    await plant.runTest(test?.id ?? '', 'F', [[2, 'A1B2C2', 0, 30]])
    expect((await itemOf(roundId, 'led_open')).state).toBe('closed')
  })

  it('of a replaced lamp is proven by the new lamp', async () => {
    const roundId = await plant.plan([plant.fault(2, 'led_open')])
    await done((await itemOf(roundId, 'led_open')).id, 'lampReplaced')
    await plant.reportFaults({}, {}, { 2: 'A1B2D2' })
    hours(day)
    plant.advanceClock(61_000)
    await runRoundTasks()
    const [test] = await tests()
    await plant.runTest(test?.id ?? '', 'F', [[2, 'A1B2D2', 0, 30]])
    expect((await itemOf(roundId, 'led_open')).state).toBe('closed')
  })
})

describe('lamp or battery fault', () => {
  const isOpen = async (roundId: string) => {
    await runRoundTasks()
    expect((await itemOf(roundId, 'battery_short')).closed).toBeNull()
  }

  it('is not closed by missing reports, entries, notes or its round', async () => {
    const roundId = await plant.plan([plant.fault(1, 'battery_short')])
    await plant.record('lamp.fault', [1, 'A1B2C1', 9, 0])
    await plant.reportFaults({})
    await isOpen(roundId)
    const { entries } = await plant.client.call('getLogbookDetails', { plantId: plant.plantId })
    const reasonEntry = entries.find(({ kind }) => kind === 'lampFault')?.no
    const at = plant.server.clock.now().toISOString()
    const entry = {
      plantId: plant.plantId,
      kind: 'remedy' as const,
      at,
      text: 'Mended',
      ...(reasonEntry && { about: reasonEntry }),
    }
    await plant.client.call('addLogbookEntry', entry)
    const note = { plantId: plant.plantId, no: reasonEntry ?? 1, note: 'Closed' }
    await plant.client.call('aggiornaNoteLogbook', note)
    await isOpen(roundId)
    await plant.client.call('endRound', { plantId: plant.plantId, roundId, minutes: 1, cents: 0 })
    await isOpen(roundId)
    const { faults } = await plant.client.call('getOpenFaults', { plantId: plant.plantId })
    expect(faults.filter(({ lamp }) => lamp === 1)).toMatchObject([{ error: 'battery_short', unproven: true }])
  })

  it('counts as open too long until it is proven repaired', async () => {
    const { testId } = await reTested()
    await plant.reportFaults({})
    hours(40 * day)
    const isOverdue = async () => {
      const { rules } = await plant.client.call('getCompliance', { plantId: plant.plantId })
      return rules.find(({ rule }) => rule === 'R11')?.evidence.some(({ addr, since }) => addr === 1 && since)
    }
    expect(await isOverdue()).toBe(true)
    await plant.runTest(testId, 'D', [[1, 'A1B2C1', 0, 4000]])
    expect(await isOverdue()).toBe(false)
  })

  it('is not closed when moved to another round', async () => {
    const roundId = await plant.plan([plant.fault(1, 'battery_short')])
    await plant.reportFaults({})
    const { id: itemId } = await itemOf(roundId, 'battery_short')
    await plant.client.call('removeFromRound', { plantId: plant.plantId, itemId })
    await runRoundTasks()
    const { faults } = await plant.client.call('getOpenFaults', { plantId: plant.plantId })
    expect(faults.filter(({ lamp }) => lamp === 1)).toMatchObject([{ error: 'battery_short' }])
  })

  it('is not closed by an unsuitable passed test', async () => {
    const earlyTest = randomUUID()
    await plant.record('test.start', { t: earlyTest, k: 'D', by: 1, a: [1] })
    plant.advanceClock(60_000)
    const roundId = await plant.plan([plant.fault(1, 'battery_short')])
    await plant.reportFaults({})
    await plant.record('test.result', [earlyTest, 1, 'A1B2C1', 0, 0, 4000])
    await plant.record('test.end', { t: earlyTest, o: 0 })
    await isOpen(roundId)
    await plant.runTest(randomUUID(), 'F', [[1, 'A1B2C1', 0, 30]])
    await isOpen(roundId)
    await plant.runTest(randomUUID(), 'D', [[2, 'A1B2C2', 0, 4000]])
    await isOpen(roundId)
    await plant.runTest(randomUUID(), 'D', [[1, 'A1B2FF', 0, 4000]])
    await isOpen(roundId)
    const runningTest = randomUUID()
    await plant.record('test.start', { t: runningTest, k: 'D', by: 1, a: [1] })
    await plant.record('test.result', [runningTest, 1, 'A1B2C1', 0, 0, 4000])
    await isOpen(roundId)
    await plant.server.database.db.execute(sql`update test_run set clock_wrong = true where id = ${runningTest}`)
    await plant.server.database.db.execute(
      sql`update test_run set state = 'finished', ended_at = started_at where id = ${runningTest}`,
    )
    hours(1)
    await isOpen(roundId)
  })

  it('is closed by a passed test only with a following report', async () => {
    const { roundId, testId } = await reTested()
    await plant.runTest(testId, 'D', [[1, 'A1B2C1', 0, 4000]])
    expect(await itemOf(roundId, 'battery_short')).toMatchObject({
      state: 'done',
      closed: null,
      passedButReported: expect.any(String),
    })
    hours(1)
    await isOpen(roundId)
    expect(await readHeldTests()).toEqual([])
    await plant.reportFaults({})
    expect((await itemOf(roundId, 'battery_short')).state).toBe('closed')
  })

  it('is closed by a suitable passed test of another person', async () => {
    const roundId = await plant.plan([plant.fault(1, 'battery_short')])
    await done((await itemOf(roundId, 'battery_short')).id, 'batteryReplaced')
    await plant.reportFaults({})
    hours(1)
    await plant.runTest(randomUUID(), 'D', [[1, 'A1B2C1', 0, 4000]])
    expect((await itemOf(roundId, 'battery_short')).state).toBe('closed')
  })
})

describe('untestable fault', () => {
  it('is closed by the unit report, and the work is requested afterwards', async () => {
    const roundId = await plant.plan([plant.fault(3, 'charger'), plant.fault(null, 'fuse')])
    await done((await itemOf(roundId, 'charger')).id, 'partReplaced')
    expect(await itemOf(roundId, 'charger')).toMatchObject({ state: 'done', reTest: null })
    expect([await tests(), await readHeldTests()]).toEqual([[], []])
    hours(1)
    await plant.runTest(randomUUID(), 'F', [[3, 'A1B2C3', 0, 30]])
    expect((await itemOf(roundId, 'charger')).state).toBe('done')
    await plant.reportFaults({}, { fuse: false })
    expect(await itemOf(roundId, 'charger')).toMatchObject({
      state: 'closed',
      lacksWork: false,
      closed: { by: 'report', testId: null },
    })
    const fuse = await itemOf(roundId, 'fuse')
    expect(fuse).toMatchObject({ state: 'closed', of: 'unit', lacksWork: true, closed: { by: 'report' } })
    await plant.client.call('endRound', { plantId: plant.plantId, roundId, minutes: 5, cents: null })
    await done(fuse.id, 'repaired')
    expect(await itemOf(roundId, 'fuse')).toMatchObject({
      state: 'closed',
      lacksWork: false,
      work: { kind: 'repaired', entry: expect.any(Number) },
    })
    expect((await readRemedies()).map(({ facts }) => facts.error).sort()).toEqual(['charger', 'fuse'])
  })

  it('that returns is a new fault for a new round', async () => {
    const roundId = await plant.plan([plant.fault(3, 'charger')])
    await plant.reportFaults({})
    expect((await itemOf(roundId, 'charger')).state).toBe('closed')
    await plant.reportFaults({ 3: ['charger'] })
    expect(await plant.plan([plant.fault(3, 'charger')])).not.toBe(roundId)
  })
})

it('faults of a removed unit leave its rounds', async () => {
  const otherPlant = await openPlantWithFaults()
  await otherPlant.reportFaults({ 1: ['battery_short'] })
  const roundId = await otherPlant.plan([otherPlant.fault(1, 'battery_short')])
  const { server, plantId } = otherPlant
  const [unit] = (await otherPlant.client.call('getUnitsDetails', { plantId })).units
  await server.inTransaction((work) =>
    removeUnit(work, plantId, `${unit?.cu_type}_${unit?.cu_id}`, { at: server.clock.now(), by: null }),
  )
  expect((await otherPlant.items(roundId)).map(({ state }) => state)).toEqual(['gone'])
  await otherPlant.server.stop()
})

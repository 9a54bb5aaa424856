import { randomUUID } from 'node:crypto'
import { roundLimits } from '@vigilux/contract/features/maintenance-rounds/round-limits.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { openPlantWithFaults } from '../../testing/plant-with-faults.ts'
import { findUnit } from '../central-units/index.ts'
import { moveRoundItems, moveRoundItemsToSuccessors } from './index.ts'

/** Rounds: planned from open faults, assigned, done by several people, and ended. */
let plant: Awaited<ReturnType<typeof openPlantWithFaults>>
beforeAll(async () => {
  plant = await openPlantWithFaults()
})
afterAll(() => plant.server.stop())
beforeEach(async () => {
  // Each test has its own hour, so no call limit is reached.
  plant.advanceClock(3_600_000)
  for (const table of ['round_item', 'round', 'held_test'])
    await plant.server.database.db.execute(sql`delete from ${sql.identifier(table)}`)
  await plant.reportFaults({ 1: ['battery_short'], 2: ['led_open', 'battery_short'], 3: ['charger'] }, { fuse: true })
})

const roundInput = (roundId: string) => ({ plantId: plant.plantId, roundId })
const ofItem = (itemId: string) => ({ plantId: plant.plantId, itemId })
const openFaults = (input: { search?: string; topic?: string } = {}) =>
  plant.client.call('getOpenFaults', { plantId: plant.plantId, ...input })
const shownFaults = async () => (await openFaults()).faults.map(({ lamp, error }) => [lamp, error])
const twoFaults = () => [plant.fault(1, 'battery_short'), plant.fault(2, 'led_open')]
const work = (itemId: string, overrides: object = {}) => ({
  ...ofItem(itemId),
  kind: 'batteryReplaced' as const,
  workId: randomUUID(),
  ...overrides,
})
const firstItem = async (roundId: string) => (await plant.items(roundId))[0]?.id ?? ''

describe('open faults', () => {
  it('are reported by units, with part and proof', async () => {
    const { faults, total } = await openFaults()
    expect(total).toBe(5)
    expect(faults.map(({ lamp, error, part, proof }) => [lamp, error, part?.kind ?? null, proof])).toEqual([
      [null, 'fuse', null, 'report'],
      [1, 'battery_short', 'battery', 'autonomyTest'],
      [2, 'battery_short', 'battery', 'autonomyTest'],
      [2, 'led_open', 'ledModule', 'functionalTest'],
      [3, 'charger', 'driver', 'report'],
    ])
  })

  it('can be searched by number, serial and place, and filtered by unit', async () => {
    expect((await openFaults({ search: '3' })).faults.map(({ error }) => error)).toContain('charger')
    expect((await openFaults({ search: 'a1b2c2' })).total).toBe(2)
    expect((await openFaults({ search: '%' })).total).toBe(0)
    expect((await openFaults({ topic: 'logica_0FFFFF' })).total).toBe(0)
  })

  it('are hidden while in a round, and listed again afterwards', async () => {
    const roundId = await plant.plan(twoFaults())
    expect(await shownFaults()).toEqual([
      [null, 'fuse'],
      [2, 'battery_short'],
      [3, 'charger'],
    ])
    await plant.client.call('endRound', { ...roundInput(roundId), minutes: null, cents: null })
    expect((await openFaults()).total).toBe(5)
  })

  it('include a failed test of a lamp with another fault in a round', async () => {
    await plant.reportFaults({ 4: ['battery_short'] })
    await plant.runTest(randomUUID(), 'D', [[4, 'A1B2C4', 1, 1320]])
    const roundId = await plant.plan([plant.fault(4, 'battery_short')])
    const { faults } = await plant.client.call('getOpenFaults', { plantId: plant.plantId })
    expect(faults.filter(({ lamp }) => lamp === 4)).toMatchObject([{ error: 'autonomy_test_failed' }])
    await plant.client.call('addToRound', {
      plantId: plant.plantId,
      roundId,
      faults: [plant.fault(4, 'autonomy_test_failed')],
    })
    expect((await plant.items(roundId)).map(({ error }) => error)).toEqual(['autonomy_test_failed', 'battery_short'])
    plant.advanceClock(60_000)
    await plant.runTest(randomUUID(), 'D', [[4, 'A1B2C4', 0, 4000]])
    await plant.reportFaults({})
    expect((await plant.items(roundId)).map(({ state }) => state)).toEqual(['closed', 'closed'])
  })
})

describe('maintenance round', () => {
  it('includes as many parts as its faults need', async () => {
    const all = await openFaults()
    const roundId = await plant.plan(all.faults.map(({ lamp, error }) => plant.fault(lamp, error)))
    const { round, parts, withoutPart } = await plant.client.call('getRound', roundInput(roundId))
    expect(round).toMatchObject({ total: 5, done: 0, closed: 0, state: 'open', currency: 'EUR' })
    expect(
      parts.map(({ product, pieces, left: remainingPieces, faults }) => [
        product.kind,
        pieces,
        remainingPieces,
        faults,
      ]),
    ).toEqual([
      ['battery', 2, 2, 2],
      ['ledModule', 1, 1, 1],
      ['driver', 1, 1, 1],
    ])
    expect(parts.reduce((total, { faults }) => total + faults, withoutPart)).toBe(round.total)
    const item = (await plant.items(roundId)).find(({ lamp }) => lamp === 1)
    await plant.client.call('completeRoundItem', work(item?.id ?? ''))
    const after = await plant.client.call('getRound', roundInput(roundId))
    expect(after.parts[0]).toMatchObject({ pieces: 2, left: 1 })
    expect(after.round).toMatchObject({ done: 1, closed: 0 })
  })

  it('is planned for today or later in the plant zone', async () => {
    // In UTC it is still the day before.
    plant.server.clock.time = new Date(`${plant.server.clock.time.toISOString().slice(0, 10)}T23:30:00Z`)
    const [yesterday, today] = [0, 1].map((days) =>
      new Date(plant.server.clock.time.getTime() + days * 86_400_000).toISOString().slice(0, 10),
    )
    const plan = { plantId: plant.plantId, title: 'Round', faults: twoFaults() }
    expect(await plant.client.refusal('createRound', { ...plan, plannedFor: yesterday })).toBe('ROUND_DAY_PAST')
    expect((await plant.client.call('createRound', { ...plan, plannedFor: today })).round.plannedFor).toBe(today)
  })

  it('is listed before ended ones', async () => {
    const firstRound = await plant.plan(twoFaults())
    await plant.client.call('endRound', { ...roundInput(firstRound), minutes: 70, cents: 12_000 })
    const next = await plant.plan(twoFaults())
    const { rounds, total } = await plant.client.call('getRounds', { plantId: plant.plantId })
    expect([total, rounds.map(({ id, state }) => [id, state])]).toEqual([
      2,
      [
        [next, 'open'],
        [firstRound, 'ended'],
      ],
    ])
  })

  it('refuses faults that are closed, missing or in another round', async () => {
    const roundId = await plant.plan(twoFaults(), { title: 'First' })
    const plan = (fault: object) =>
      plant.client.refusal('createRound', {
        plantId: plant.plantId,
        title: 'Second',
        faults: [fault],
      })
    await expect(plant.plan([plant.fault(3, 'charger'), plant.fault(1, 'battery_short')])).rejects.toMatchObject({
      code: 'FAULT_IN_ROUND',
      details: { lamp: 1, error: 'battery_short', round: 'First' },
    })
    // The refusal changed nothing.
    expect(await shownFaults()).toContainEqual([3, 'charger'])
    expect(await plan(plant.fault(4, 'charger'))).toBe('FAULT_NOT_OPEN')
    expect(await plan(plant.fault(null, 'bus'))).toBe('FAULT_NOT_OPEN')
    expect(await plan(plant.fault(9, 'charger'))).toBe('LAMP_NOT_FOUND')
    expect(await plan({ ...plant.fault(1, 'charger'), topic: 'logica_0FFFFF' })).toBe('UNIT_NOT_FOUND')
    const add = (fault: object) => plant.client.refusal('addToRound', { ...roundInput(roundId), faults: [fault] })
    expect(await add(plant.fault(4, 'charger'))).toBe('FAULT_NOT_OPEN')
    expect(await add(plant.fault(9, 'charger'))).toBe('LAMP_NOT_FOUND')
    expect(await add({ ...plant.fault(1, 'charger'), topic: 'logica_0FFFFF' })).toBe('UNIT_NOT_FOUND')
    const other = await plant.plan([plant.fault(3, 'charger')])
    expect(await plant.client.refusal('addToRound', { ...roundInput(other), faults: twoFaults() })).toBe(
      'FAULT_IN_ROUND',
    )
    await plant.client.call('saveCu', { plantId: plant.plantId, cuType: 'logica', cuId: '0E0001' })
    const waitingFault = { ...plant.fault(1, 'charger'), topic: 'logica_0E0001' }
    expect([await plan(waitingFault), await add(waitingFault)]).toEqual(['UNIT_NOT_ACQUIRED', 'UNIT_NOT_ACQUIRED'])
  })

  it('accepts more faults once each and drops undone ones', async () => {
    const roundId = await plant.plan(twoFaults())
    const add = { ...roundInput(roundId), faults: [...twoFaults(), plant.fault(3, 'charger')] }
    expect((await plant.client.call('addToRound', add)).round.total).toBe(3)
    expect((await plant.client.call('addToRound', add)).round.total).toBe(3)
    const item = await firstItem(roundId)
    await plant.client.call('removeFromRound', ofItem(item))
    expect((await plant.items(roundId)).map(({ error }) => error)).toEqual(['led_open', 'charger'])
    expect(await shownFaults()).toContainEqual([1, 'battery_short'])
    expect(await plant.client.refusal('removeFromRound', ofItem(item))).toBe('ROUND_NOT_FOUND')
    // The item can be taken again.
    expect((await plant.client.call('addToRound', add)).round.total).toBe(3)
  })

  it('ends with time and cost, and does not change afterwards', async () => {
    const roundId = await plant.plan(twoFaults())
    const item = await firstItem(roundId)
    for (const wrongFields of [{ minutes: -1 }, { cents: -1 }, { minutes: roundLimits.minutes + 1 }])
      expect(
        await plant.client.refusal('endRound', { ...roundInput(roundId), minutes: 1, cents: 1, ...wrongFields }),
      ).toBe('INVALID_INPUT')
    const { round } = await plant.client.call('endRound', { ...roundInput(roundId), minutes: 70, cents: 12_000 })
    expect(round).toMatchObject({ state: 'ended', minutes: 70, cents: 12_000, endedBy: plant.installer.name })
    expect((await plant.items(roundId)).map(({ state }) => state)).toEqual(['left', 'left'])
    const calls = {
      endRound: { ...roundInput(roundId), minutes: 1, cents: null },
      assignRound: { ...roundInput(roundId), assignee: null },
      addToRound: { ...roundInput(roundId), faults: twoFaults() },
      removeFromRound: ofItem(item),
      postponeRoundItem: { ...ofItem(item), reason: 'noAccess' },
      completeRoundItem: work(item),
    }
    for (const [action, input] of Object.entries(calls))
      expect([action, await plant.client.refusal(action, input)]).toEqual([action, 'ROUND_ENDED'])
  })

  it('hides its cost from members who may not see prices', async () => {
    const roundId = await plant.plan(twoFaults())
    await plant.client.call('endRound', { ...roundInput(roundId), minutes: 70, cents: 12_000 })
    const owner = plant.server.as(await plant.join('clientOwner'))
    const reader = plant.server.as(await plant.join('installerReadOnly'))
    expect((await owner.call('getRound', roundInput(roundId))).round).toMatchObject({ minutes: 70, cents: null })
    expect((await reader.call('getRound', roundInput(roundId))).round.cents).toBe(12_000)
  })

  it('notifies its assignee, who needs permission', async () => {
    const roundId = await plant.plan(twoFaults())
    const assign = (assignee: string | null) => ({ ...roundInput(roundId), assignee })
    plant.drainEvents()
    const { userId, name } = plant.luca
    expect((await plant.client.call('assignRound', assign(userId))).round.assignee).toEqual({ userid: userId, name })
    expect(plant.server.broadcasts).toContainEqual({
      audience: { plant: plant.plantId, home: [userId] },
      event: 'round',
      data: { plant_id: plant.plantId, round_id: roundId },
    })
    const nonMember = await plant.server.create.user()
    for (const role of ['installerReadOnly', 'clientOwner', 'clientStaff'] as const)
      expect(await plant.client.refusal('assignRound', assign((await plant.join(role)).userId))).toBe(
        'ASSIGNEE_MAY_NOT',
      )
    expect(await plant.client.refusal('assignRound', assign(nonMember.userId))).toBe('ASSIGNEE_MAY_NOT')
    const planned = { plantId: plant.plantId, title: 'R', assignee: nonMember.userId }
    expect(await plant.client.refusal('createRound', { ...planned, faults: [plant.fault(3, 'charger')] })).toBe(
      'ASSIGNEE_MAY_NOT',
    )
    expect((await plant.client.call('assignRound', assign(null))).round.assignee).toBeNull()
  })

  it('is limited in number per plant', async () => {
    await plant.server.database.db.execute(sql`
      insert into round (plant_id, title, created_by, created_at)
      select ${plant.plantId}, 'Other', 'Somebody', now() from generate_series(1, ${roundLimits.open})`)
    await expect(plant.plan(twoFaults())).rejects.toMatchObject({
      code: 'ROUND_LIMIT',
      details: { limit: roundLimits.open, of: 'rounds' },
    })
  })

  it('holds a limited number of faults', async () => {
    const roundId = await plant.plan(twoFaults())
    await plant.server.database.db.execute(sql`
      insert into round_item (plant_id, round_id, central_unit_id, serial, error, proof, added_at, due_at)
      select plant_id, ${roundId}, id, 'S' || n, 'charger', 'report', now(), now() + interval '10 years'
      from central_unit, generate_series(1, ${roundLimits.items - 2}) as n where plant_id = ${plant.plantId} and acquired`)
    expect(
      await plant.client.refusal('addToRound', { ...roundInput(roundId), faults: [plant.fault(3, 'charger')] }),
    ).toBe('ROUND_LIMIT')
  })

  it('of another plant is not found by any action', async () => {
    const roundId = await plant.plan(twoFaults())
    const item = await firstItem(roundId)
    const nonMember = await plant.server.create.user()
    const plantId = await plant.server.create.plant({ members: { installerStaff: nonMember.userId } })
    const nonMemberClient = plant.server.as(nonMember)
    const calls = {
      getRound: { roundId },
      assignRound: { roundId, assignee: null },
      addToRound: { roundId, faults: twoFaults() },
      endRound: { roundId, minutes: null, cents: null },
    }
    for (const [action, input] of Object.entries(calls)) {
      expect([action, await nonMemberClient.refusal(action, { plantId, ...input })]).toEqual([
        action,
        'ROUND_NOT_FOUND',
      ])
      expect(await nonMemberClient.refusal(action, { plantId: plant.plantId, ...input })).toBe('PLANT_NOT_FOUND')
    }
    const ofItems = {
      removeFromRound: {},
      undoRoundItem: {},
      postponeRoundItem: { reason: 'noPart' },
      completeRoundItem: { kind: 'repaired', workId: randomUUID() },
    }
    for (const [action, input] of Object.entries(ofItems))
      expect([action, await nonMemberClient.refusal(action, { plantId, itemId: item, ...input })]).toEqual([
        action,
        'ROUND_NOT_FOUND',
      ])
  })
})

describe('work on a fault', () => {
  it('counts once, and the second person sees the first', async () => {
    const item = await firstItem(await plant.plan(twoFaults()))
    const workInput = work(item)
    const { work: recordedWork } = (await plant.client.call('completeRoundItem', workInput)).item
    expect(recordedWork).toMatchObject({ kind: 'batteryReplaced', by: plant.installer.name, entry: null })
    // A repetition under the same key returns the same.
    expect((await plant.client.call('completeRoundItem', workInput)).item.work).toEqual(recordedWork)
    const lucaClient = plant.server.as(plant.luca)
    await expect(lucaClient.call('completeRoundItem', work(item, { kind: 'repaired' }))).rejects.toMatchObject({
      code: 'ROUND_ITEM_DONE',
      details: { by: plant.installer.name, at: recordedWork?.at, kind: 'batteryReplaced' },
    })
    expect(await lucaClient.refusal('postponeRoundItem', { ...ofItem(item), reason: 'noPart' })).toBe('ROUND_ITEM_DONE')
    expect(await lucaClient.refusal('removeFromRound', ofItem(item))).toBe('ROUND_ITEM_DONE')
  })

  it('can be withdrawn for ten seconds before its logbook entry', async () => {
    const item = await firstItem(await plant.plan(twoFaults()))
    const workInput = work(item)
    await plant.client.call('completeRoundItem', workInput)
    plant.advanceClock(9_900)
    // Reports of the unit meanwhile do not matter.
    await plant.reportFaults({ 1: ['battery_short'], 2: ['led_open'] })
    await plant.server.runRoundTasks()
    expect((await plant.client.call('undoRoundItem', ofItem(item))).item).toMatchObject({ state: 'open', work: null })
    expect((await plant.client.call('undoRoundItem', ofItem(item))).item.state).toBe('open')
    // The undone call arrives late and has no effect.
    expect((await plant.client.call('completeRoundItem', workInput)).item.state).toBe('open')
    await plant.client.call('completeRoundItem', work(item))
    plant.advanceClock(10_000)
    expect(await plant.client.refusal('undoRoundItem', ofItem(item))).toBe('UNDO_TOO_LATE')
    await plant.server.runRoundTasks()
    await plant.server.runRoundTasks()
    expect(await plant.client.refusal('undoRoundItem', ofItem(item))).toBe('UNDO_TOO_LATE')
    const { entries } = await plant.client.call('getLogbookDetails', {
      plantId: plant.plantId,
      of: 'faults',
      pageSize: 50,
    })
    const repairEntries = entries.filter(({ kind }) => kind === 'repair')
    expect(repairEntries).toMatchObject([
      { lamp: 1, by: plant.installer.name, facts: { error: 'battery_short', work: 'batteryReplaced' } },
    ])
  })

  it('undone after its round has ended leaves a fault that can be planned again', async () => {
    const roundId = await plant.plan(twoFaults())
    const item = await firstItem(roundId)
    await plant.client.call('completeRoundItem', work(item))
    await plant.client.call('endRound', { ...roundInput(roundId), minutes: null, cents: null })
    expect((await plant.client.call('undoRoundItem', ofItem(item))).item).toMatchObject({ state: 'left', work: null })
    expect((await plant.client.call('undoRoundItem', ofItem(item))).item.state).toBe('left')
    expect(await shownFaults()).toContainEqual([1, 'battery_short'])
    expect((await plant.items(await plant.plan(twoFaults()))).map(({ state }) => state)).toEqual(['open', 'open'])
  })

  it('reported offline keeps its time within the allowed range', async () => {
    const roundId = await plant.plan(twoFaults())
    const item = await firstItem(roundId)
    plant.advanceClock(7_200_000)
    const hoursAgo = (hours: number) => new Date(plant.server.clock.now().getTime() - hours * 3_600_000).toISOString()
    for (const hours of [3, -1])
      expect(await plant.client.refusal('completeRoundItem', work(item, { at: hoursAgo(hours) }))).toBe(
        'WORK_TIME_WRONG',
      )
    expect((await plant.client.call('completeRoundItem', work(item, { at: hoursAgo(1) }))).item.work?.at).toBe(
      hoursAgo(1),
    )
  })

  it('shows only photos of its lamp', async () => {
    const item = await firstItem(await plant.plan(twoFaults()))
    expect(await plant.client.refusal('completeRoundItem', work(item, { photos: [randomUUID()] }))).toBe(
      'FILE_NOT_FOUND',
    )
  })

  it('can be postponed with a reason that the next round shows', async () => {
    const roundId = await plant.plan([plant.fault(3, 'charger')])
    const item = await firstItem(roundId)
    const { item: postponedItem } = await plant.client.call('postponeRoundItem', {
      ...ofItem(item),
      reason: 'twoPeople',
    })
    expect(postponedItem).toMatchObject({ state: 'open', notNow: { reason: 'twoPeople', by: plant.installer.name } })
    await plant.client.call('endRound', { ...roundInput(roundId), minutes: null, cents: null })
    const found = (await openFaults()).faults.find(({ lamp }) => lamp === 3)
    expect(found).toMatchObject({ error: 'charger', left: 'twoPeople', unproven: false })
    const next = await plant.plan([plant.fault(3, 'charger')])
    expect((await plant.items(next)).map(({ state }) => state)).toEqual(['open'])
    expect((await plant.items(roundId)).map(({ state }) => state)).toEqual(['carried'])
  })
})

describe('repair without a planned round', () => {
  const repair = (faults: ReturnType<typeof twoFaults>, workId = randomUUID()) => ({
    plantId: plant.plantId,
    title: 'Lamp 0001',
    faults,
    kind: 'batteryReplaced' as const,
    workId,
  })
  const repairsOf = async (lamp: number) =>
    (await plant.client.call('getLampRepairs', { plantId: plant.plantId, topic: plant.unit.topic, lamp })).items
  const rounds = async () => (await plant.client.call('getRounds', { plantId: plant.plantId })).rounds

  it('is in an ended round of its own, and its battery charges before the re-test', async () => {
    const input = repair([plant.fault(1, 'battery_short')])
    const { items } = await plant.client.call('recordRepair', input)
    expect(items).toMatchObject([{ lamp: 1, state: 'done', reTest: { kind: 'autonomy', chargeHours: 24 } }])
    // A repetition under the same key, alone or at once, records nothing.
    expect(await plant.client.call('recordRepair', input)).toEqual({ items })
    expect(await rounds()).toMatchObject([{ title: 'Lamp 0001', state: 'ended', total: 1, done: 1, minutes: null }])
    expect(await shownFaults()).not.toContainEqual([1, 'battery_short'])
    expect(await repairsOf(1)).toEqual(items)
    expect(await repairsOf(2)).toEqual([])
    await expect(plant.client.call('recordRepair', repair([plant.fault(1, 'battery_short')]))).rejects.toMatchObject({
      code: 'ROUND_ITEM_DONE',
      details: { by: plant.installer.name, kind: 'batteryReplaced' },
    })
    plant.advanceClock(10_000)
    await plant.server.runRoundTasks()
    expect((await plant.client.call('getHeldTests', { plantId: plant.plantId })).held).toMatchObject([
      { lamps: [1], kind: 'autonomy', reTest: true },
    ])
  })

  it('is recorded where the fault is planned, and elsewhere for the others', async () => {
    const roundId = await plant.plan([plant.fault(2, 'battery_short')])
    const faults = [plant.fault(1, 'battery_short'), plant.fault(2, 'battery_short'), plant.fault(1, 'battery_short')]
    const { items } = await plant.client.call('recordRepair', repair(faults))
    expect(items.map(({ lamp, state }) => [lamp, state])).toEqual([
      [1, 'done'],
      [2, 'done'],
    ])
    expect(await plant.items(roundId)).toMatchObject([{ lamp: 2, state: 'done' }])
    expect((await rounds()).map(({ state, total, done }) => [state, total, done])).toEqual([
      ['open', 1, 1],
      ['ended', 1, 1],
    ])
  })

  it('can be undone, and the fault is open as before', async () => {
    const { items } = await plant.client.call('recordRepair', repair([plant.fault(1, 'battery_short')]))
    await plant.client.call('undoRoundItem', ofItem(items[0]?.id ?? ''))
    expect(await shownFaults()).toContainEqual([1, 'battery_short'])
    const again = await plant.client.call('recordRepair', repair([plant.fault(1, 'battery_short')]))
    expect(again.items).toMatchObject([{ lamp: 1, state: 'done' }])
  })

  it('stores nothing if a fault is not open, or its lamp or unit does not exist', async () => {
    const refusalOf = (fault: object) =>
      plant.client.refusal('recordRepair', { ...repair([]), faults: [plant.fault(1, 'battery_short'), fault] })
    expect(await refusalOf(plant.fault(4, 'battery_short'))).toBe('FAULT_NOT_OPEN')
    expect(await refusalOf(plant.fault(9, 'battery_short'))).toBe('LAMP_NOT_FOUND')
    expect(await refusalOf({ ...plant.fault(1, 'charger'), topic: 'logica_0FFFFF' })).toBe('UNIT_NOT_FOUND')
    expect([await rounds(), await repairsOf(1)]).toEqual([[], []])
  })

  it('counts once of several presses at the same time', async () => {
    const presses = Array.from({ length: 4 }, (_, at) =>
      plant.server
        .as(at % 2 === 0 ? plant.installer : plant.luca)
        .call('recordRepair', repair([plant.fault(1, 'battery_short')])),
    )
    const answers = await Promise.allSettled(presses)
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await rounds()).toHaveLength(1)
  })
})

describe('pending work', () => {
  const unitId = async (topic: string) => (await findUnit(plant.server.database.db, plant.plantId, { topic }))?.id ?? ''

  it('moves to a replacement lamp', async () => {
    const roundId = await plant.plan([plant.fault(1, 'battery_short'), plant.fault(2, 'led_open')])
    const successors = [{ old: 'A1B2C1', new: 'A1B2D1' }]
    await moveRoundItemsToSuccessors(plant.server.database.db, await unitId(plant.unit.topic), successors)
    await plant.reportFaults({}, {}, { 1: 'A1B2D1' })
    expect((await plant.items(roundId)).map(({ lamp, serial }) => [lamp, serial])).toEqual([
      [1, 'A1B2D1'],
      [2, 'A1B2C2'],
    ])
  })

  it('moves with its lamps and held test to a replacement unit', async () => {
    const roundId = await plant.plan([plant.fault(1, 'battery_short')])
    await plant.client.call('completeRoundItem', work(await firstItem(roundId)))
    plant.advanceClock(10_000)
    await plant.server.runRoundTasks()
    const topic = await plant.server.create.unit(plant.plantId, 'logica', '0E2001')
    await insertLamps(plant.server, plant.plantId, [{ addr: 7, serial: 'A1B2C1' }], topic)
    await moveRoundItems(plant.server.database.db, await unitId(plant.unit.topic), await unitId(topic))
    plant.advanceClock(60_000)
    await plant.server.runRoundTasks()
    expect(await plant.items(roundId)).toMatchObject([{ topic, lamp: 7, state: 'done' }])
    const { held: heldTests } = await plant.client.call('getHeldTests', { plantId: plant.plantId })
    expect(heldTests.filter(({ cu }) => cu === topic)).toMatchObject([{ lamps: [7], reTest: true }])
  })
})

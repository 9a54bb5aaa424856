import { randomUUID } from 'node:crypto'
import { type ActionName, actions } from '@vigilux/contract/actions.ts'
import type { ActionDeclaration } from '@vigilux/contract/kernel/action.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember, listMembers } from '../server/src/features/members/index.ts'
import type { User } from '../server/src/kernel/caller.ts'
import { raceRounds } from '../server/src/testing/depth.ts'
import { insertLamps } from '../server/src/testing/lamp-fixtures.ts'
import { createTestServer, plantDraft, type TestServer } from '../server/src/testing/test-server.ts'
import { guardedActions, isCommandOrOperation } from './races.ts'

/** Several callers read and then write at the same time. */
const callsAtOnce = 20

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

type Outcome = 'ok' | string
const runTogether = (work: (at: number) => Promise<unknown>, count = callsAtOnce): Promise<Outcome[]> =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      work(at).then(
        () => 'ok',
        (error: { code?: string }) => error.code ?? String(error),
      ),
    ),
  )
const countOf = (outcomes: readonly Outcome[], outcome: Outcome) => outcomes.filter((one) => one === outcome).length
const eachRound = async (work: () => Promise<void>) => {
  for (let round = 0; round < raceRounds; round++) await work()
}

describe('concurrent calls', () => {
  it('invite one address once and send one mail', async () => {
    const people: User[] = []
    for (let n = 0; n < 4; n++) people.push(await server.create.user())
    await eachRound(async () => {
      const plantId = await server.create.plant()
      const since = server.clock.now()
      for (const { userId } of people)
        await addMember(server.database.db, { plantId, userId, role: 'installerAdministrator', invitedBy: null, since })
      const mails = server.mails.length
      const email = `${randomUUID()}@demo.vigilux.test`
      const outcomes = await runTogether((at) =>
        server.as(people[at % people.length] as User).call('invitaDelegato', { plantId, email }),
      )
      expect([countOf(outcomes, 'ok'), countOf(outcomes, 'ALREADY_INVITED')]).toEqual([1, callsAtOnce - 1])
      expect(server.mails.slice(mails).filter(({ to }) => to === email)).toHaveLength(1)
    })
  }, 120_000)

  it('of administrators who remove each other leave one administrator', async () => {
    await eachRound(async () => {
      const [firstUser, other] = [await server.create.user(), await server.create.user()]
      const plantId = await server.create.plant({ members: { installerAdministrator: firstUser.userId } })
      const since = server.clock.now()
      const member = { plantId, userId: other.userId, role: 'installerAdministrator', invitedBy: null, since } as const
      await addMember(server.database.db, member)
      await runTogether((at) => {
        const [caller, invitee] = at % 2 === 0 ? [firstUser, other] : [other, firstUser]
        return server.as(caller).call('rimuoviCollab', { plantId, userId: invitee.userId })
      })
      expect(await listMembers(server.database.db, plantId, since)).toHaveLength(1)
    })
  }, 120_000)

  it('of administrators leave one administrator without an end date', async () => {
    await eachRound(async () => {
      const [firstUser, other] = [await server.create.user(), await server.create.user()]
      const plantId = await server.create.plant({ members: { installerAdministrator: firstUser.userId } })
      const since = server.clock.now()
      const member = { plantId, userId: other.userId, role: 'installerAdministrator', invitedBy: null, since } as const
      await addMember(server.database.db, member)
      const outcomes = await runTogether((at) => {
        const [caller, invitee] = at % 2 === 0 ? [firstUser, other] : [other, firstUser]
        return server.as(caller).call('setMembershipEnd', { plantId, userId: invitee.userId, endsOn: '2027-01-31' })
      })
      expect(countOf(outcomes, 'ok') + countOf(outcomes, 'LAST_ADMINISTRATOR')).toBe(callsAtOnce)
      const endless = (await listMembers(server.database.db, plantId, since)).filter(({ endsOn }) => endsOn === null)
      expect(endless).toHaveLength(1)
    })
  }, 120_000)

  it('of administrators who remove each other leave one in each plant', async () => {
    await eachRound(async () => {
      const [firstUser, other] = [await server.create.user(), await server.create.user()]
      const plants = [
        await server.create.plant({ members: { installerAdministrator: firstUser.userId } }),
        await server.create.plant({ members: { installerAdministrator: firstUser.userId } }),
      ]
      const since = server.clock.now()
      const member = { userId: other.userId, role: 'installerAdministrator', invitedBy: null, since } as const
      for (const plantId of plants) await addMember(server.database.db, { plantId, ...member })
      const outcomes = await runTogether((at) => {
        const [caller, invitee] = at % 2 === 0 ? [firstUser, other] : [other, firstUser]
        const plantIds = at % 3 === 0 ? plants : plants.toReversed()
        return server.as(caller).call('removeFromPlants', { userIds: [invitee.userId], plantIds })
      })
      expect(countOf(outcomes, 'ok')).toBe(callsAtOnce)
      for (const plantId of plants) expect(await listMembers(server.database.db, plantId, since)).toHaveLength(1)
    })
  }, 120_000)

  it('of inviteToPlants invite each person once and send one mail', async () => {
    const people: User[] = []
    for (let n = 0; n < 4; n++) people.push(await server.create.user())
    const plantId = await server.create.plant()
    const since = server.clock.now()
    for (const { userId } of people)
      await addMember(server.database.db, { plantId, userId, role: 'installerAdministrator', invitedBy: null, since })
    const emails = [`${randomUUID()}@demo.vigilux.test`]
    const before = server.mails.length
    await runTogether((at) =>
      server
        .as(people[at % people.length] as User)
        .call('inviteToPlants', { emails, plantIds: [plantId], role: 'clientStaff' }),
    )
    expect(server.mails.length - before).toBe(1)
  }, 120_000)

  it('add only one unit of a type to a Basic plant', async () => {
    let serial = 0x0c0000
    await eachRound(async () => {
      // A new person each time, because one person would reach the call limit.
      const installer = await server.create.user()
      const plantId = await server.create.plant({ pro: false, members: { installerAdministrator: installer.userId } })
      const outcomes = await runTogether(() => {
        const cuId = (serial++).toString(16).toUpperCase().padStart(6, '0')
        return server.as(installer).call('saveCu', { plantId, cuType: 'logica', cuId })
      })
      const { units } = await server.as(installer).call('getUnitsDetails', { plantId })
      expect(units).toHaveLength(countOf(outcomes, 'ok'))
      expect(units).toHaveLength(1)
    })
  }, 120_000)

  it('add a fault to one maintenance round and count its work once', async () => {
    const people = [await server.create.user(), await server.create.user(), await server.create.user()]
    let serial = 0x0ea000
    await eachRound(async () => {
      const plantId = await server.create.plant()
      const since = server.clock.now()
      for (const { userId } of people)
        await addMember(server.database.db, { plantId, userId, role: 'installerStaff', invitedBy: null, since })
      const topic = await server.create.unit(plantId, 'logica', (serial++).toString(16).toUpperCase().padStart(6, '0'))
      await insertLamps(server, plantId, [{ addr: 1, serial: 'A1B2C1', errors: ['battery_short'] }], topic)
      const callerAt = (at: number) => server.as(people[at % people.length] as User)
      const faults = [{ topic, lamp: 1, error: 'battery_short' as const }]
      const planned = await runTogether(
        (at) => callerAt(at).call('createRound', { plantId, title: `Round ${at}`, faults }),
        6,
      )
      expect([countOf(planned, 'ok'), countOf(planned, 'FAULT_IN_ROUND')]).toEqual([1, 5])
      const [round] = (await callerAt(0).call('getRounds', { plantId })).rounds
      const [item] = (await callerAt(0).call('getRound', { plantId, roundId: round?.id ?? '' })).items
      const work = { plantId, itemId: item?.id ?? '', kind: 'batteryReplaced' as const }
      const done = await runTogether(
        (at) => callerAt(at).call('completeRoundItem', { ...work, workId: randomUUID() }),
        6,
      )
      expect([countOf(done, 'ok'), countOf(done, 'ROUND_ITEM_DONE')]).toEqual([1, 5])
      server.clock.time = new Date(server.clock.time.getTime() + 3_600_000)
      // Any number of nodes processes it, but one entry and one test follow.
      await Promise.all([server.runRoundTasks(), server.runRoundTasks(), server.runRoundTasks()])
      const { entries } = await callerAt(0).call('getLogbookDetails', { plantId })
      expect(entries.filter(({ kind }) => kind === 'repair')).toHaveLength(1)
      expect((await callerAt(0).call('getHeldTests', { plantId })).held).toHaveLength(1)
    })
  }, 120_000)

  it('assign each person of a commissioning walk a different lamp', async () => {
    let serial = 0x0d0000
    const people: User[] = []
    for (let n = 0; n < callsAtOnce; n++) people.push(await server.create.user())
    await eachRound(async () => {
      const plantId = await server.create.plant()
      const since = server.clock.now()
      for (const { userId } of people)
        await addMember(server.database.db, { plantId, userId, role: 'installerStaff', invitedBy: null, since })
      const topic = await server.create.unit(plantId, 'logica', (serial++).toString(16).toUpperCase().padStart(6, '0'))
      const lamps = people.map((_, at) => ({ addr: at + 1, serial: `A1B2${String(at + 10)}` }))
      await insertLamps(server, plantId, lamps, topic)
      // All of them start it at once, and get the same walk.
      const startedWalks = new Set<string>()
      await runTogether(async (at) => {
        const input = { plantId, of: { topic } }
        startedWalks.add((await server.as(people[at] as User).call('startWalk', input)).walk.id)
      })
      expect(startedWalks.size).toBe(1)
      const [walkId = ''] = startedWalks
      const walkLampAddrs: (number | null | undefined)[] = []
      const outcomes = await runTogether(async (at) => {
        const { lamp } = await server.as(people[at] as User).call('claimWalkLamp', { plantId, walkId })
        walkLampAddrs.push(lamp?.addr)
      })
      expect(countOf(outcomes, 'ok')).toBe(callsAtOnce)
      expect(walkLampAddrs.toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(lamps.map(({ addr }) => addr))
    })
  }, 120_000)

  it('with one key create one plant', async () => {
    const installer = await server.create.user()
    await eachRound(async () => {
      const key = randomUUID()
      const createdIds = new Set<string>()
      await runTogether(async () => {
        const { plant_id } = await server.as(installer).call('savePlant', { plant: plantDraft() }, key)
        createdIds.add(plant_id)
      }, 5)
      expect(createdIds.size).toBe(1)
    })
  }, 120_000)
})

describe('an invitation', () => {
  it('of another person or a deleted plant is reported as not found', async () => {
    const [installer, invitedUser, nonMember] = [
      await server.create.user(),
      await server.create.user(),
      await server.create.user(),
    ]
    const plantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
    const { invitation } = await server.as(installer).call('invitaDelegato', { plantId, email: invitedUser.email })
    const refusalOf = (caller: User, invitationId: string) =>
      server.as(caller).refusal('acceptInvite', { invitationId })
    expect(await refusalOf(nonMember, invitation.id)).toBe(await refusalOf(nonMember, randomUUID()))
    await server.create.removePlant(plantId)
    expect(await refusalOf(invitedUser, invitation.id)).toBe('INVITATION_NOT_FOUND')
    expect(await server.as(invitedUser).refusal('declineInvite', { invitationId: invitation.id })).toBe(
      'INVITATION_NOT_FOUND',
    )
  })
})

describe('every write', () => {
  const writes = (Object.entries(actions) as [ActionName, ActionDeclaration][]).filter(
    ([, { effect }]) => effect === 'write',
  )

  it('locks its plant or declares another guard', () => {
    const isGuarded = (name: ActionName, action: ActionDeclaration) =>
      action.alone || isCommandOrOperation(action) || name in guardedActions
    expect(writes.filter(([name, action]) => !isGuarded(name, action)).map(([name]) => name)).toEqual([])
  })

  it('declares another guard only if it takes no plant lock', () => {
    const names = new Set<string>(
      writes.filter(([, action]) => !action.alone && !isCommandOrOperation(action)).map(([name]) => name),
    )
    expect(Object.keys(guardedActions).filter((name) => !names.has(name))).toEqual([])
  })
})

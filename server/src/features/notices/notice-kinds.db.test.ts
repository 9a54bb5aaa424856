import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lampDetailFixture } from '../../testing/lamp-fixtures.ts'
import { openPlantWithNotices, type PlantWithNotices } from '../../testing/plant-with-notices.ts'

let plant: PlantWithNotices
beforeEach(async () => {
  plant = await openPlantWithNotices()
})
afterEach(() => plant.server.stop())

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs
/** Causes without a message lead to a notice within ten minutes. */
const slowly = async () => {
  plant.advanceClock(10 * minuteMs)
  await plant.processCauses()
  return plant.drainNotices()
}
const mailsOfKind = (kind: string, mails: Awaited<ReturnType<typeof plant.drainNotices>>) =>
  mails.filter((mail) => mail.kind === kind)
const onlyMail = async (mails: Awaited<ReturnType<typeof plant.drainNotices>>) => {
  expect(mails).toHaveLength(1)
  const [mail] = mails
  return { ...mail, line: mail?.lines[0], path: mail?.url.split('#')[1] }
}

describe('faults', () => {
  it('in the first report of a lamp or unit send no mail', async () => {
    await plant.report(plant.lamp(9, 8))
    await plant.reportUnit(1)
    expect(await plant.drainNotices()).toEqual([])
    await plant.report(plant.lamp(9, 0))
    await plant.report(plant.lamp(9, 8))
    expect(await plant.drainNotices()).toHaveLength(1)
  })

  it('of a unit are sent once with a link to the unit', async () => {
    await plant.reportUnit(0)
    await plant.reportUnit(3)
    const { line, path } = await onlyMail(await plant.drainNotices())
    expect(line).toMatch(/^0A1B2C: .+, .+ \(2 March 2026 at 10:00\)$/)
    expect(path).toBe(`/plantcentralunits/${plant.plantId}/centralunits?unit=logica_0A1B2C`)
    await plant.reportUnit(3)
    expect(await plant.drainNotices()).toEqual([])
  })

  it('link to the lamp, or to the unit for several lamps', async () => {
    const { plantId } = plant
    await plant.report(plant.lamp(1, 8))
    const { path, subject } = await onlyMail(await plant.drainNotices())
    expect(subject).toMatch(/^Fault: 0A1B2C, lamp 0001, .+ – ./)
    expect(path).toBe(`/plantcentralunits/${plantId}?unit=logica_0A1B2C&lamp=logica_0A1B2C.1`)
    await plant.report(plant.lamp(2, 8), plant.lamp(3, 8))
    const several = await onlyMail(await plant.drainNotices())
    expect(several.subject).toMatch(/^Fault: 0A1B2C, 2 lamps – ./)
    expect(several.path).toBe(`/plantcentralunits/${plantId}?unit=logica_0A1B2C`)
  })

  it.each([
    [50, 50, undefined],
    [106, 101, 'and 6 more'],
  ])('%s at once make one mail that lists up to a hundred', async (count, listedNames, hiddenCount) => {
    const lamps = Array.from({ length: count }, (_, at) => at + 1)
    await plant.report(...lamps.map((addr) => plant.lamp(addr, 0)))
    await plant.report(...lamps.map((addr) => plant.lamp(addr, 8)))
    const { lines } = await onlyMail(await plant.drainNotices())
    expect(lines).toHaveLength(listedNames)
    expect(lines?.[49]).toMatch(/lamp 0050:/)
    expect(lines?.[100]).toBe(hiddenCount)
  })
})

describe('mains failure notice', () => {
  it('is sent at its start and end only', async () => {
    await plant.reportUnit(0)
    await plant.reportUnit(0, true)
    const failed = await onlyMail(await plant.drainNotices())
    expect(failed).toMatchObject({ kind: 'On battery', path: `/remotepanel/${plant.plantId}` })
    expect(failed.subject).toMatch(/^On battery: 0A1B2C – ./)
    await plant.reportUnit(0)
    expect((await onlyMail(await plant.drainNotices())).subject).toMatch(/^Restored: mains, 0A1B2C – ./)
  })

  it('reports only the end of a failure that ends while it waits', async () => {
    await plant.reportUnit(0)
    await plant.reportUnit(0, true)
    await plant.reportUnit(0)
    const { subject, lines } = await onlyMail(await plant.drainNotices())
    expect(subject).toMatch(/^Restored: mains, 0A1B2C – ./)
    expect(lines).toEqual([expect.stringMatching(/on battery .+ – over since 2 March 2026 at 10:00$/)])
  })
})

describe('test notice', () => {
  it('lists failed lamps with reasons and links to the results', async () => {
    const id = randomUUID()
    await plant.record('test.start', { t: id, k: 'F', by: 1, a: [1, 2, 3] })
    await plant.record('test.result', [id, 1, 'A1B2C1', 0, 0, 30])
    await plant.record('test.result', [id, 2, 'A1B2C2', 1, 1, 30])
    await plant.record('test.result', [id, 3, 'A1B2C3', 1, 1, 30])
    await plant.record('test.end', { t: id, o: 0 })
    const { line, path, subject } = await onlyMail(await plant.drainNotices())
    expect(subject).toMatch(/^Failed: functional test, 0A1B2C, 2 of 3 lamps – ./)
    expect(line).toMatch(
      /^0A1B2C: 2 lamps failed the test \(.+\) – lamp 0002, lamp does not light; lamp 0003, lamp does not light$/,
    )
    expect(path).toBe(`/plantreport/${plant.plantId}?tab=results&test=${id}`)
  })

  it('lists ten lamps and counts the others', async () => {
    const id = randomUUID()
    const lamps = Array.from({ length: 12 }, (_, at) => at + 1)
    await plant.record('test.start', { t: id, k: 'F', by: 1, a: lamps })
    for (const lamp of lamps) await plant.record('test.result', [id, lamp, `C1D2${lamp + 10}`, 1, 1, 30])
    await plant.record('test.end', { t: id, o: 0 })
    const { line } = await onlyMail(await plant.drainNotices())
    expect(line).toMatch(
      /^0A1B2C: 12 lamps failed the test .+ – lamp 0001, .+; lamp 0010, lamp does not light; and 2 more$/,
    )
  })

  it('is open until all failed lamps have passed a later test', async () => {
    const test = async (lamps: Record<number, 'passed' | 'failed'>) => {
      const id = randomUUID()
      plant.advanceClock(minuteMs)
      await plant.record('test.start', { t: id, k: 'F', by: 1, a: Object.keys(lamps).map(Number) })
      for (const [lamp, result] of Object.entries(lamps)) {
        const failed = result === 'failed' ? 1 : 0
        await plant.record('test.result', [id, Number(lamp), `A1B2C${lamp}`, failed, failed, 30])
      }
      await plant.record('test.end', { t: id, o: 0 })
      await slowly()
      return (await plant.client.call('getOpenNotices', {})).notices.map(({ kind }) => kind)
    }
    expect(await test({ 1: 'passed', 2: 'failed', 3: 'failed' })).toEqual(['testErrors'])
    expect(await test({ 1: 'passed', 2: 'passed' })).toEqual(['testErrors'])
    expect(await test({ 3: 'passed' })).toEqual([])
  })

  it('is not sent without errors', async () => {
    const id = randomUUID()
    await plant.record('test.start', { t: id, k: 'F', by: 1, a: [1] })
    await plant.record('test.result', [id, 1, 'A1B2C1', 0, 0, 30])
    await plant.record('test.end', { t: id, o: 0 })
    expect(await plant.drainNotices()).toEqual([])
  })

  it('is sent once three days after a missed date', async () => {
    const { server } = plant
    const next = new Date(server.clock.now().getTime() + dayMs).toISOString()
    const noDate = { next: null, period: null, deferred: false, lastFull: null }
    await lampDetailFixture(server, 'logica_0A1B2C', { functional: { ...noDate, next }, autonomy: noDate } as object)
    plant.advanceClock(4 * dayMs - 2 * minuteMs)
    const { line, path } = await onlyMail(mailsOfKind('Test overdue', await slowly()))
    expect(line).toBe('0A1B2C: the functional test due on 3 March 2026 at 10:00 has not taken place')
    expect(path).toBe(`/plantreport/${plant.plantId}?tab=calendar`)
    expect(await slowly()).toEqual([])
    plant.advanceClock(dayMs)
    expect(await slowly()).toEqual([])
  })

  it('is not sent if the unit has another date by then', async () => {
    const { server } = plant
    const inDays = (days: number) => new Date(server.clock.now().getTime() + days * dayMs).toISOString()
    await lampDetailFixture(server, 'logica_0A1B2C', { functional: { next: inDays(1) } } as object)
    plant.advanceClock(3 * dayMs)
    await plant.processCauses()
    await lampDetailFixture(server, 'logica_0A1B2C', { functional: { next: inDays(2) } } as object)
    plant.advanceClock(dayMs)
    expect(mailsOfKind('Test overdue', await slowly())).toEqual([])
  })
})

describe('invitation notice', () => {
  const invite = async (email: string) => {
    await plant.client.call('invitaCollab', { plantId: plant.plantId, email, role: 'installerStaff' })
    plant.server.mails.length = 0
  }
  it('informs only administrators about the outcome', async () => {
    const { server, plantId } = plant
    const [first, second] = [await server.create.user(), await server.create.user()]
    await invite(first.email)
    const [waitingInvitation] = (await server.as(first).call('checkInvitoPendente', {})).invitations
    await server.as(first).call('acceptInvite', { invitationId: waitingInvitation?.id ?? '' })
    const accepted = await onlyMail(await plant.drainNotices())
    expect(accepted).toMatchObject({
      to: plant.installer.email,
      kind: 'Invitation accepted',
      path: `/plantusers/${plantId}`,
    })
    expect(accepted.line).toContain(`${first.email} has accepted`)
    await invite(second.email)
    const [other] = (await server.as(second).call('checkInvitoPendente', {})).invitations
    await server.as(second).call('declineInvite', { invitationId: other?.id ?? '' })
    const declined = await onlyMail(await plant.drainNotices())
    expect(declined.line).toContain(`${second.email} has declined`)
    expect(declined.subject).toContain(`Invitation declined: ${second.email} – `)
    await invite('nobody@demo.vigilux.test')
    plant.advanceClock(server.ports.settings.limits.invitationDays * dayMs)
    const expired = await onlyMail(mailsOfKind('Invitation expired', await slowly()))
    expect(expired.line).toContain('nobody@demo.vigilux.test has expired')
    expect(expired.to).toBe(plant.installer.email)
    const kinds = async (caller: typeof first) =>
      (await server.as(caller).call('getNoticeSettings', { plantId })).settings.kinds.map(({ kind }) => kind)
    expect(await kinds(first)).not.toContain('invitation')
    expect(await kinds(plant.installer)).toContain('invitation')
  })
})

describe('plant without an owner', () => {
  it('is announced to administrators after a day with the owner page', async () => {
    const { server } = plant
    const administrator = await server.create.user()
    const member = await server.create.user()
    const plantId = await server.create.plant({
      members: { installerAdministrator: administrator.userId, installerStaff: member.userId },
    })
    await slowly()
    plant.advanceClock(dayMs - 25 * minuteMs)
    await slowly()
    const receivedMails = (await slowly()).filter(({ to }) => to === administrator.email || to === member.email)
    const mail = await onlyMail(receivedMails)
    expect(mail).toMatchObject({ to: administrator.email, kind: 'No owner defined', path: `/plantgeneral/${plantId}` })
    // The mail contains no time, so no zone either.
    expect(mail.zone).toBe('')
    expect(await slowly()).toEqual([])
  })

  it('is announced again when the owner is removed', async () => {
    const { client, plantId } = plant
    const { version } = (await client.call('getPlantDetails', { plantId })).plant
    await client.call('aggiornaClienteImpianto', { plantId, owner: null, version })
    expect(await onlyMail(await plant.drainNotices())).toMatchObject({ kind: 'No owner defined' })
  })
})

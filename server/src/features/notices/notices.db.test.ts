import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordCauses } from '../../kernel/notice-causes.store.ts'
import { unitLinkTable } from '../../tables/central-units.schema.ts'
import { openPlantWithNotices, type PlantWithNotices } from '../../testing/plant-with-notices.ts'
import { addMember } from '../members/index.ts'
import { grantPro } from '../plants/index.ts'
import { gatherWindowMs } from './notice-task.ts'
import { silenceGraceMs } from './silences.store.ts'

let plant: PlantWithNotices
beforeEach(async () => {
  plant = await openPlantWithNotices()
})
afterEach(() => plant.server.stop())

const hourMs = 3_600_000
const processCauses = () => plant.processCauses()
const advanceClock = (ms: number) => plant.advanceClock(ms)
const gatherMails = () => plant.drainNotices()
const lamp = (addr: number, faults: number) => plant.lamp(addr, faults)
const report: PlantWithNotices['report'] = (...lamps) => plant.report(...lamps)
const lines = (mails: Awaited<ReturnType<typeof gatherMails>>) => mails.flatMap((mail) => mail.lines)

describe('lamp faults', () => {
  it('of the same time make one mail with a list', async () => {
    await report(...[1, 2, 3, 4].map((addr) => lamp(addr, 8)))
    const [mail, ...others] = await gatherMails()
    expect(others).toEqual([])
    expect(mail?.lines).toHaveLength(4)
    expect(mail?.lines[0]).toMatch(/^0A1B2C, lamp 0001: .+ \(2 March 2026 at 10:00\)$/)
    expect(await gatherMails()).toEqual([])
  })

  it('are sent once until a fault returns', async () => {
    await report(lamp(1, 8))
    expect(await gatherMails()).toHaveLength(1)
    await report(lamp(1, 8))
    expect(await gatherMails()).toEqual([])
    await report(lamp(1, 0))
    expect(await gatherMails()).toEqual([])
    await report(lamp(1, 8))
    expect(await gatherMails()).toHaveLength(1)
  })

  it('are sent by one of several nodes', async () => {
    await report(lamp(1, 8), lamp(2, 8))
    advanceClock(gatherWindowMs)
    await Promise.all([processCauses(), processCauses(), processCauses(), processCauses()])
    expect(plant.server.mails).toHaveLength(1)
  })

  it('are sent after the gathering time and survive a failed transaction', async () => {
    await report(lamp(1, 8))
    await processCauses()
    expect(plant.server.mails).toEqual([])
    advanceClock(gatherWindowMs)
    const send = plant.server.ports.mail.send
    plant.server.ports.mail.send = async () => {
      throw new Error('killed')
    }
    await processCauses()
    expect(plant.server.mails).toEqual([])
    plant.server.ports.mail.send = send
    await processCauses()
    expect(plant.server.mails).toHaveLength(1)
  })
})

describe('failing plants', () => {
  it('do not block others, and are processed later', async () => {
    const { server, installer } = plant
    for (const [at, name] of ['Poisoned 1', 'Sound', 'Poisoned 2'].entries()) {
      const plantId = await server.create.plant({ name, members: { installerAdministrator: installer.userId } })
      await server.create.unit(plantId, 'logica', `0A1BF${at}`)
      const ids = await server.database.pool.query('select id from central_unit where plant_id = $1', [plantId])
      const cause = {
        plantId,
        centralUnitId: ids.rows[0].id,
        kind: 'mainsFailure',
        what: 'mainsFailure',
        once: name,
      } as const
      await recordCauses(server.database.db, [{ ...cause, at: server.clock.now() }])
    }
    const { send } = server.ports.mail
    server.ports.mail.send = async (tx, mail) => {
      if (mail.values.plant?.startsWith('Poisoned')) throw new Error('cannot be told')
      return send(tx, mail)
    }
    advanceClock(gatherWindowMs)
    await processCauses()
    const listMailedPlants = () => server.mails.map(({ values }) => values.plant)
    expect(listMailedPlants()).toEqual(['Sound'])
    const failures = server.log.lines.filter(({ level }) => level === 'error')
    expect(failures.map(({ details }) => String((details as { err: Error }).err.message))).toEqual(
      Array(2).fill('cannot be told'),
    )
    server.ports.mail.send = send
    await processCauses()
    expect(listMailedPlants().toSorted()).toEqual(['Poisoned 1', 'Poisoned 2', 'Sound'])
  })
})

describe('receivers', () => {
  const mailsAfterFault = async () => {
    await report(lamp(1, 8))
    return gatherMails()
  }
  it('exclude disabled plants, members and kinds', async () => {
    const { client, plantId } = plant
    await plant.server.create.plantNotices(plantId, false)
    expect(await mailsAfterFault()).toEqual([])
    await plant.server.create.plantNotices(plantId, true)
    await client.call('saveNotificationsOnProfile', { plantId, on: false })
    await report(lamp(1, 0))
    expect(await mailsAfterFault()).toEqual([])
    const kinds = [{ kind: 'functionError' as const, mail: false }]
    await client.call('saveNotificationsOnProfile', { plantId, on: true, kinds })
    await report(lamp(1, 0))
    expect(await mailsAfterFault()).toEqual([])
    await client.call('saveNotificationsOnProfile', { plantId, kinds: [{ kind: 'functionError', mail: true }] })
    await report(lamp(1, 0))
    expect(await mailsAfterFault()).toHaveLength(1)
  })

  it('exclude members removed or suspended before the mail', async () => {
    const { server, plantId, client } = plant
    const staff = await server.create.user()
    const since = server.clock.now()
    await addMember(server.database.db, {
      plantId,
      since,
      invitedBy: null,
      userId: staff.userId,
      role: 'installerStaff',
    })
    const suspended = await server.create.user({ suspended: true })
    await addMember(server.database.db, {
      plantId,
      since,
      invitedBy: null,
      userId: suspended.userId,
      role: 'installerReadOnly',
    })
    await report(lamp(1, 8))
    await client.call('rimuoviCollab', { plantId, userId: staff.userId })
    expect(await gatherMails()).toHaveLength(1)
  })
})

describe('silent unit', () => {
  const stopUnits = async () => {
    const { server } = plant
    advanceClock(60_000)
    await server.database.db
      .update(unitLinkTable)
      .set({ online: false, lastSeen: server.clock.now(), since: server.clock.now() })
      .where(eq(unitLinkTable.unit, 'logica_0A1B2C'))
  }
  const isBack = () =>
    plant.server.database.db.update(unitLinkTable).set({ online: true }).where(eq(unitLinkTable.unit, 'logica_0A1B2C'))

  it('makes a notice after 24 hours and one at its return', async () => {
    await stopUnits()
    advanceClock(24 * hourMs - 60_000)
    await processCauses()
    expect(await gatherMails()).toEqual([])
    advanceClock(60_000)
    await processCauses()
    expect(lines(await gatherMails())).toEqual(['0A1B2C: no communication; last message on 2 March 2026 at 10:01'])
    advanceClock(5 * hourMs)
    await processCauses()
    expect(await gatherMails()).toEqual([])
    await isBack()
    advanceClock(1)
    await processCauses()
    const [mail, ...others] = await gatherMails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      kind: 'Restored',
      subject: expect.stringMatching(/^Restored: communication, 0A1B2C – ./),
    })
    expect(await gatherMails()).toEqual([])
  })

  it('makes no notice if it reports before', async () => {
    await stopUnits()
    advanceClock(25 * hourMs)
    await processCauses()
    await isBack()
    advanceClock(1)
    await processCauses()
    expect(await gatherMails()).toEqual([])
  })

  /** The machine was suspended for a day, or its clock was set. The last message of every unit is a day old. */
  const jumpClock = async () => {
    advanceClock(25 * hourMs)
    const { server } = plant
    await server.watch()
    const [link] = await server.database.db.select().from(unitLinkTable)
    expect(link?.online).toBe(false)
  }

  it('makes no notice after a clock jump if it reports in time', async () => {
    await jumpClock()
    for (let second = 0; second < 30; second += 2) {
      await processCauses()
      advanceClock(2_000)
    }
    await isBack()
    for (let second = 0; second < 120; second += 20) expect(await gatherMails()).toEqual([])
  })

  it('makes a notice after a clock jump if it stays silent', async () => {
    await jumpClock()
    await processCauses()
    advanceClock(silenceGraceMs - 1)
    await processCauses()
    expect(await gatherMails()).toEqual([])
    await processCauses()
    expect(lines(await gatherMails())).toEqual([
      expect.stringMatching(/^0A1B2C: no communication; last message on 2 March/),
    ])
    advanceClock(hourMs)
    await processCauses()
    expect(await gatherMails()).toEqual([])
  })
})

it('the end of Pro is announced 60, 30, 7 and 1 days before', async () => {
  const { server, plantId } = plant
  await grantPro(server.database.db, plantId, new Date(server.clock.now().getTime() + 61 * 24 * hourMs))
  const gatheredLines: string[] = []
  for (let day = 0; day < 64; day++) {
    advanceClock(24 * hourMs)
    await processCauses()
    gatheredLines.push(...lines(await gatherMails()))
  }
  expect(gatheredLines).toEqual([60, 30, 7, 1].map((n) => `Pro of this plant ends in ${n} ${n === 1 ? 'day' : 'days'}`))
})

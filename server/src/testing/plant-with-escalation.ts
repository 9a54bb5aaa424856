import { eq } from 'drizzle-orm'
import { addMember } from '../features/members/index.ts'
import { gatherWindowMs } from '../features/notices/notice-task.ts'
import { userTable } from '../tables/accounts.schema.ts'
import { openPlantWithNotices } from './plant-with-notices.ts'

const minuteMs = 60_000

/** A plant with an escalation of three members, ten minutes apart. */
export const openPlantWithEscalation = async () => {
  const plant = await openPlantWithNotices()
  const { server, plantId } = plant
  const { db } = server.database
  const memberOf = async (name: string) => {
    const user = await server.create.user()
    await db.update(userTable).set({ name }).where(eq(userTable.id, user.userId))
    const since = server.clock.now()
    await addMember(db, { plantId, userId: user.userId, role: 'installerStaff', invitedBy: null, since })
    return user
  }
  const [ada, bruno, carla] = [await memberOf('Ada'), await memberOf('Bruno'), await memberOf('Carla')]
  let version = 0
  const save = async (change: object = {}) => {
    const defaultRule = { on: true, afterMinutes: 10, kinds: ['functionError', 'mainsFailure'] as const }
    const { escalation } = await plant.client.call('saveEscalation', {
      plantId,
      ...defaultRule,
      kinds: [...defaultRule.kinds],
      people: [ada, bruno, carla].map(({ userId }) => userId),
      version,
      ...change,
    })
    version = escalation.version
    return escalation
  }
  const nameOf = new Map(
    [ada, bruno, carla, plant.installer].map(({ email }, at) => [email, 'Ada,Bruno,Carla,installer'.split(',')[at]]),
  )
  /** Escalation mails since the last call. */
  const mails = () =>
    server.mails
      .splice(0)
      .filter(({ template }) => template === 'escalation')
      .map(({ to, values }) => ({ to: nameOf.get(to) ?? to, values }))
  return {
    ...plant,
    ada,
    bruno,
    carla,
    save,
    memberOf,
    /** Escalation mails after the given minutes. */
    async waitForMails(minutes: number) {
      plant.advanceClock(minutes * minuteMs)
      await plant.processCauses()
      return mails()
    },
    /** A lamp fails, and the gathering time passes. */
    async failLamp(addr = 1) {
      await plant.report(plant.lamp(addr, 8))
      plant.advanceClock(gatherWindowMs)
      await plant.processCauses()
      return mails()
    },
    drainEscalated: mails,
    readOpenNotices: async (user: typeof ada) => (await server.as(user).call('getOpenNotices', {})).notices,
    async acknowledge(user: typeof ada) {
      const { notices } = await server.as(user).call('getOpenNotices', {})
      await server.as(user).call('acknowledgeNotice', { plantId, noticeId: notices[0]?.id ?? '' })
    },
  }
}

export type PlantWithEscalation = Awaited<ReturnType<typeof openPlantWithEscalation>>

import type { BackgroundParts } from '../../kernel/background.ts'
import type { TaskFactory } from '../../kernel/task.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import { claimEnded, claimNearEnds, hasAnyEnded, listAddressees, type NearEnd } from './membership-ends.store.ts'
import { notifyMembers } from './notify-members.ts'
import { mailWithoutAdministrator } from './without-administrator.ts'

/** Whether a reminder is due depends on the local day of each zone, which no condition knows. */
const reminderIntervalMs = 10_000
const batchSize = 50
/** Days before the end at which members and administrators get a reminder. */
const reminderDays = [7, 1] as const

type Parts = Pick<BackgroundParts, 'ports' | 'inTransaction'>

/** Clears ended memberships and removes their browsers from the plant. Access ends by the time alone. */
const endMemberships = async ({ ports, inTransaction }: Parts): Promise<number> => {
  let claimedCount = 0
  await inTransaction(async (work) => {
    const now = ports.clock.now()
    const endedMemberships = await claimEnded(work.tx, now, batchSize)
    claimedCount = endedMemberships.length
    for (const { plantId, userId } of endedMemberships)
      work.broadcast({ user: userId }, 'membershipEnded', { plant_id: plantId, userid: userId })
    for (const plantId of new Set(endedMemberships.map((one) => one.plantId))) await notifyMembers(work, plantId)
    const administeredPlantIds = endedMemberships
      .filter(({ role }) => role === 'installerAdministrator')
      .map(({ plantId }) => plantId)
    await mailWithoutAdministrator(work, administeredPlantIds)
  })
  return claimedCount
}

const mailNearEnd = async (tx: Tx, { mail, settings }: Ports, nearEnd: NearEnd, now: Date): Promise<void> => {
  const people = await listAddressees(tx, nearEnd, now)
  const member = people.find(({ userId }) => userId === nearEnd.userId)
  if (!member) return
  const values = {
    person: member.name,
    plant: nearEnd.plant,
    zone: nearEnd.zone,
    lastDay: nearEnd.endsOn,
    url: `${settings.publicUrl}/#/plantusers/${nearEnd.plantId}`,
  }
  for (const { userId, email: to, language } of people)
    await mail.send(tx, { to, language, template: userId === nearEnd.userId ? 'accessEnds' : 'memberEnds', values })
}

/** Sends reminders of near ends; a mail and its mark as sent share one transaction. */
const mailNearEnds = async ({ ports, inTransaction }: Parts): Promise<number> =>
  inTransaction(async ({ tx }) => {
    const now = ports.clock.now()
    const nearEnds = await claimNearEnds(tx, now, { days: reminderDays, limit: batchSize })
    for (const nearEnd of nearEnds) await mailNearEnd(tx, ports, nearEnd, now)
    return nearEnds.length
  })

/** Open browsers leave a plant a second later; they receive nothing more of it from the moment of the end. */
export const membershipExpiryTask: TaskFactory = (parts) => ({
  name: 'end memberships',
  due: hasAnyEnded,
  turn: async () => (await endMemberships(parts)) === batchSize,
})

export const membershipReminderTask: TaskFactory = (parts) => ({
  name: 'remind of ending memberships',
  everyMs: reminderIntervalMs,
  turn: async () => (await mailNearEnds(parts)) === batchSize,
})

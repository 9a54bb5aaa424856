import type { BackgroundParts } from '../../kernel/background.ts'
import { runIsolated } from '../../kernel/process-due.ts'
import type { TaskFactory } from '../../kernel/task.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import { claimEnded, claimNearEnds, listAddressees, type NearEnd } from './membership-ends.store.ts'
import { notifyMembers } from './notify-members.ts'
import { mailWithoutAdministrator } from './without-administrator.ts'

/** Open browsers leave a plant at most this much later; they receive nothing more of it from the moment of the end. */
const pollIntervalMs = 2_000
const batchSize = 50
/** Days before the end at which members and administrators get a reminder. */
const reminderDays = [7, 1] as const

type Parts = Pick<BackgroundParts, 'ports' | 'inTransaction' | 'log'>

/** Clears ended memberships and removes their open browsers from the plant. Access ends by the time alone, not by this task. */
const endMemberships = async ({ ports, inTransaction }: Parts): Promise<number> => {
  let taken = 0
  await inTransaction(async (work) => {
    const now = ports.clock.now()
    const ended = await claimEnded(work.tx, now, batchSize)
    taken = ended.length
    for (const { plantId, userId } of ended)
      work.broadcast({ user: userId }, 'membershipEnded', { plant_id: plantId, userid: userId })
    for (const plantId of new Set(ended.map((one) => one.plantId))) await notifyMembers(work, plantId)
    const administered = ended.filter(({ role }) => role === 'installerAdministrator').map(({ plantId }) => plantId)
    await mailWithoutAdministrator(work, administered)
  })
  return taken
}

const mailNearEnd = async (tx: Tx, { mail, settings }: Ports, near: NearEnd, now: Date): Promise<void> => {
  const people = await listAddressees(tx, near, now)
  const member = people.find(({ userId }) => userId === near.userId)
  if (!member) return
  const values = {
    person: member.name,
    plant: near.plant,
    zone: near.zone,
    lastDay: near.endsOn,
    url: `${settings.publicUrl}/#/plantusers/${near.plantId}`,
  }
  for (const { userId, email: to, language } of people)
    await mail.send(tx, { to, language, template: userId === near.userId ? 'accessEnds' : 'memberEnds', values })
}

/** Sends reminders of near ends; a mail and its mark as sent share one transaction. */
const mailNearEnds = async ({ ports, inTransaction }: Parts): Promise<number> =>
  inTransaction(async ({ tx }) => {
    const now = ports.clock.now()
    const near = await claimNearEnds(tx, now, { days: reminderDays, limit: batchSize })
    for (const one of near) await mailNearEnd(tx, ports, one, now)
    return near.length
  })

/** Runs the due work of membership ends: each item once, on one node. */
export const processMembershipEnds = (parts: Parts): Promise<void> => {
  const untilNoMore = (some: (all: Parts) => Promise<number>) => async (): Promise<void> => {
    while ((await some(parts)) === batchSize);
  }
  return runIsolated(parts.log, [endMemberships, mailNearEnds].map(untilNoMore))
}

export const membershipExpiryTask: TaskFactory = (parts) => ({
  name: 'end memberships',
  everyMs: pollIntervalMs,
  turn: () => processMembershipEnds(parts),
})

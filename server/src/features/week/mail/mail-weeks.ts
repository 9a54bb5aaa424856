import { weekOf } from '@vigilux/contract/features/week/week.rules.ts'
import type { BackgroundParts } from '../../../kernel/background.ts'
import type { User } from '../../../kernel/caller.ts'
import { processEachLocked } from '../../../kernel/run-task.ts'
import type { TaskFactory } from '../../../kernel/task.ts'
import type { Work } from '../../../kernel/work.ts'
import { dayIn, zoneOrUtc } from '../../../kernel/zoned.ts'
import { findCaller } from '../../accounts/index.ts'
import { computeDueTime } from '../../notices/index.ts'
import { readPlantOutlook } from '../plant-outlooks.ts'
import { readPlantFacts } from '../read-plant-facts.ts'
import { listWeekPlants } from '../week.store.ts'
import {
  deleteWeekMail,
  hasDigestSince,
  insertWeekMail,
  listNewReaders,
  listWeeklyPlants,
  lockDueWeekMail,
  saveWeekMail,
  type WeeklyPlant,
  type WeekMailRow,
} from './week-mail.store.ts'
import { isAnythingDue, weekMailValues } from './week-mail-text.ts'

const pollIntervalMs = 60_000
/** A mail without anything due follows the last one after a month; in whole weeks, less the change of the clock. */
const quietMs = 27 * 86_400_000

/** Monday, 07:00 by the clock of a plant. */
const nextMonday = (zone: string, now: Date): Date =>
  computeDueTime(false, { rhythm: 'weekly', quiet: null }, zoneOrUtc(zone), now).dueAt

const addNewReaders = async ({ tx, now }: Work): Promise<void> => {
  for (const { userId, zone } of await listNewReaders(tx, now)) await insertWeekMail(tx, userId, nextMonday(zone, now))
}

/** Verdicts and own duties of the plants of a weekly mail. */
const readWeek = async ({ tx, now, ports }: Work, reader: User, weeklyPlants: readonly WeeklyPlant[]) => {
  const ids = new Set(weeklyPlants.map(({ plantId }) => plantId))
  const visible = (await listWeekPlants(tx, reader, null, now)).filter(({ id }) => ids.has(id))
  const { duties } = weekOf(await readPlantFacts(tx, reader, visible, now), 0)
  const plants = []
  for (const { plantId, name } of weeklyPlants) {
    const { verdict } = await readPlantOutlook(tx, plantId, { now, types: ports.devices.types })
    plants.push({ name, verdict })
  }
  return { plants, duties: duties.filter(({ allowed }) => allowed) }
}

const isQuietMailDue = async ({ tx, now }: Work, { userId, mailedAt }: WeekMailRow): Promise<boolean> => {
  const since = new Date(now.getTime() - quietMs)
  return (mailedAt === null || mailedAt < since) && !(await hasDigestSince(tx, userId, since))
}

/** Mails what is due, or once a month that nothing is. Returns whether a mail was sent. */
const mailWeek = async (work: Work, row: WeekMailRow, weeklyPlants: readonly [WeeklyPlant, ...WeeklyPlant[]]) => {
  const { tx, now, ports } = work
  const reader = await findCaller(tx, row.userId, '')
  if (!reader || reader.suspended) return false
  const content = await readWeek(work, reader, weeklyPlants)
  if (!isAnythingDue(content) && !(await isQuietMailDue(work, row))) return false
  const day = dayIn(now, zoneOrUtc(weeklyPlants[0].zone))
  const values = await weekMailValues({ ...content, day }, reader.language)
  const { publicUrl } = ports.settings
  await ports.mail.send(tx, {
    to: reader.email,
    language: reader.language,
    template: 'week',
    values: { ...values, url: `${publicUrl}/#/home`, settingsUrl: `${publicUrl}/#/userprofile/${row.userId}/notices` },
  })
  return true
}

/** Each week is mailed by one node: the row is locked until its mail is stored. */
export const mailDueWeeks = async (parts: Pick<BackgroundParts, 'ports' | 'inTransaction' | 'log'>): Promise<void> => {
  await parts.inTransaction(addNewReaders)
  await processEachLocked({ ...parts, failure: 'a weekly mail cannot be written' }, async (work, failed, found) => {
    const { tx, now } = work
    const row = await lockDueWeekMail(tx, now, failed)
    if (!row) return false
    found(row.userId)
    const [first, ...others] = await listWeeklyPlants(tx, row.userId, now)
    if (!first) {
      await deleteWeekMail(tx, row.userId)
      return true
    }
    const isMailed = await mailWeek(work, row, [first, ...others])
    await saveWeekMail(tx, { ...row, dueAt: nextMonday(first.zone, now), ...(isMailed ? { mailedAt: now } : {}) })
    return true
  })
}

export const weekMailTask: TaskFactory = (parts) => ({
  name: 'mail weeks',
  everyMs: pollIntervalMs,
  turn: () => mailDueWeeks(parts),
})

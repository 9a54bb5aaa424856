import { weekOf } from '@vigilux/contract/features/week/week.rules.ts'
import type { BackgroundParts } from '../../../kernel/background.ts'
import type { User } from '../../../kernel/caller.ts'
import { processEachDue } from '../../../kernel/run-task.ts'
import type { TaskFactory } from '../../../kernel/task.ts'
import type { InTransaction, Work } from '../../../kernel/work.ts'
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
  listDueReaders,
  listNewReaders,
  listWeeklyPlants,
  lockDueWeekMail,
  saveWeekMail,
  type WeeklyPlant,
  type WeekMailRow,
} from './week-mail.store.ts'
import { isAnythingDue, type JudgedPlant, weekMailValues } from './week-mail-text.ts'

type Verdict = JudgedPlant['verdict']
type WeeklyJudged = WeeklyPlant & { verdict: Verdict }

const pollIntervalMs = 60_000
/** A mail without anything due follows the last one after a month; in whole weeks, less the change of the clock. */
const quietMs = 27 * 86_400_000

/** Monday, 07:00 by the clock of a plant. */
const nextMonday = (zone: string, now: Date): Date =>
  computeDueTime(false, { rhythm: 'weekly', quiet: null }, zoneOrUtc(zone), now).dueAt

const addNewReaders = async ({ tx, now }: Work): Promise<void> => {
  for (const { userId, zone } of await listNewReaders(tx, now)) await insertWeekMail(tx, userId, nextMonday(zone, now))
}

/** Judges each plant of a weekly mail in its own transaction, because a person may have thousands. */
const judgePlants = async (inTransaction: InTransaction, userId: string): Promise<ReadonlyMap<string, Verdict>> => {
  const verdicts = new Map<string, Verdict>()
  for (const { plantId } of await inTransaction(({ tx, now }) => listWeeklyPlants(tx, userId, now)))
    await inTransaction(async ({ tx, now, ports }) => {
      const { verdict } = await readPlantOutlook(tx, plantId, { now, types: ports.devices.types })
      verdicts.set(plantId, verdict)
    })
  return verdicts
}

/** Own duties in the plants of a weekly mail. */
const readDuties = async ({ tx, now }: Work, reader: User, weeklyPlants: readonly WeeklyPlant[]) => {
  const ids = new Set(weeklyPlants.map(({ plantId }) => plantId))
  const visible = (await listWeekPlants(tx, reader, null, now)).filter(({ id }) => ids.has(id))
  const { duties } = weekOf(await readPlantFacts(tx, reader, visible, now), 0)
  return duties.filter(({ allowed }) => allowed)
}

const isQuietMailDue = async ({ tx, now }: Work, { userId, mailedAt }: WeekMailRow): Promise<boolean> => {
  const since = new Date(now.getTime() - quietMs)
  return (mailedAt === null || mailedAt < since) && !(await hasDigestSince(tx, userId, since))
}

/** Mails what is due, or once a month that nothing is. Returns whether a mail was sent. */
const mailWeek = async (work: Work, row: WeekMailRow, plants: readonly [WeeklyJudged, ...WeeklyJudged[]]) => {
  const { tx, now, ports } = work
  const reader = await findCaller(tx, row.userId, '')
  if (!reader || reader.suspended) return false
  const content = { plants, duties: await readDuties(work, reader, plants) }
  if (!isAnythingDue(content) && !(await isQuietMailDue(work, row))) return false
  const day = dayIn(now, zoneOrUtc(plants[0].zone))
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

/** Mails one week. It is mailed by one node: the row is locked until its mail is stored. */
const mailDueWeek = async (work: Work, userId: string, verdicts: ReadonlyMap<string, Verdict>): Promise<void> => {
  const { tx, now } = work
  const row = await lockDueWeekMail(tx, userId, now)
  if (!row) return
  const weeklyPlants = await listWeeklyPlants(tx, userId, now)
  if (weeklyPlants.length === 0) return deleteWeekMail(tx, userId)
  const [first, ...others] = weeklyPlants.flatMap((plant) => {
    const verdict = verdicts.get(plant.plantId)
    return verdict ? [{ ...plant, verdict }] : []
  })
  // A plant added since the verdicts were read is in the mail of the next turn.
  if (!first) return
  const isMailed = await mailWeek(work, row, [first, ...others])
  await saveWeekMail(tx, { ...row, dueAt: nextMonday(first.zone, now), ...(isMailed ? { mailedAt: now } : {}) })
}

export const mailDueWeeks = async ({
  inTransaction,
  log,
}: Pick<BackgroundParts, 'inTransaction' | 'log'>): Promise<void> => {
  await inTransaction(addNewReaders)
  await processEachDue(
    { log, failure: 'a weekly mail cannot be written' },
    (limit) => inTransaction(({ tx, now }) => listDueReaders(tx, now, limit)),
    async ({ userId }) => {
      const verdicts = await judgePlants(inTransaction, userId)
      await inTransaction((work) => mailDueWeek(work, userId, verdicts))
    },
  )
}

export const weekMailTask: TaskFactory = (parts) => ({
  name: 'mail weeks',
  everyMs: pollIntervalMs,
  turn: () => mailDueWeeks(parts),
})

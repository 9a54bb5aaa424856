import type { TestKind, TestReason } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import {
  administratorKinds,
  type NoticeChannel,
  type NoticeKind,
  noticeChannels,
} from '@vigilux/contract/features/notices/notice.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import { and, asc, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { deleteBatch } from '../../kernel/delete-batch.store.ts'
import { noticeCauseTable as cause } from '../../kernel/notice-causes.schema.ts'
import type { NoticeCauseRow } from '../../kernel/notice-causes.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { isActiveAccount, profileTable, userTable } from '../../tables/accounts.schema.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { isNoteOfLamp, lampNoteTable, lampTable } from '../../tables/lamps.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { testResultTable, testRunTable } from '../emergency-tests/emergency-tests.schema.ts'
import { listAddresses, membershipsAt } from '../members/index.ts'
import type { NoticePreference } from './due-time.ts'
import { noticeChoiceTable as choice, noticeTable, noticeTimingTable } from './notices.schema.ts'
import { isPreferenceOf, preferenceColumns, toPreference } from './preferences.store.ts'
import { hasDevices } from './push/push-devices.store.ts'

export type CauseGroup = { plantId: string; kind: NoticeKind }

const isGathered = (before: Date) => and(isNull(cause.gatheredAt), lte(cause.at, before))

/** SQL condition for a cause gathered long enough. */
export const isAnyCauseGathered = (before: Date): SQL => sql`exists (select from ${cause} where ${isGathered(before)})`

/** Causes gathered long enough, by plant and kind. */
export const listDueGroups = (tx: Tx, before: Date, limit: number): Promise<CauseGroup[]> =>
  tx
    .select({ plantId: cause.plantId, kind: cause.kind })
    .from(cause)
    .where(isGathered(before))
    .groupBy(cause.plantId, cause.kind)
    .limit(limit)

/** Claims all waiting causes of a plant and kind, once some were gathered long enough; no other node can claim them. */
export const claimCauses = async (
  tx: Tx,
  { plantId, kind }: CauseGroup,
  { before, now }: { before: Date; now: Date },
) => {
  const rows = await tx
    .select()
    .from(cause)
    .where(and(eq(cause.plantId, plantId), eq(cause.kind, kind), isNull(cause.gatheredAt)))
    .orderBy(asc(cause.at), asc(cause.centralUnitId), asc(cause.addr))
    .for('update')
  if (!rows.some(({ at }) => at <= before)) return []
  const ids = rows.map(({ id }) => id)
  await tx.update(cause).set({ gatheredAt: now }).where(inArray(cause.id, ids))
  return rows
}

export type NoticeReceiver = {
  userId: string
  email: string
  language: Language
  plant: string
  zone: string
  preference: NoticePreference
  /** The receiver's channels for this kind. */
  channels: NoticeChannel[]
}

/** Limits the receivers to one person, or to the people named for escalations. */
type ReceiverQuery = { user?: string; named?: string[] }

/**
 * Receivers of a kind: members who are not suspended and have the kind on, where the plant has notices on. People named
 * for escalations always get a mail, even with the kind off.
 */
export const listReceivers = async (
  tx: Tx,
  { plantId, kind }: CauseGroup,
  now: Date,
  { user, named }: ReceiverQuery = {},
): Promise<NoticeReceiver[]> => {
  const member = membershipsAt(now)
  const rows = await tx
    .select({
      userId: member.userId,
      email: userTable.email,
      language: profileTable.language,
      plant: plantTable.plantname,
      zone: plantTable.timezone,
      ...preferenceColumns,
      mail: sql<boolean>`${member.notifications} and ${choice.mail} is not false`,
      push: sql<boolean>`${member.notifications} and ${choice.push} is not false and ${hasDevices(userTable.id, now)}`,
    })
    .from(member)
    .innerJoin(plantTable, eq(plantTable.id, member.plantId))
    .innerJoin(userTable, eq(userTable.id, member.userId))
    .innerJoin(profileTable, eq(profileTable.userId, member.userId))
    .leftJoin(choice, and(eq(choice.plantId, member.plantId), eq(choice.userId, member.userId), eq(choice.kind, kind)))
    .leftJoin(noticeTimingTable, isPreferenceOf(member))
    .where(
      and(
        eq(member.plantId, plantId),
        eq(plantTable.notifications, true),
        isNull(plantTable.removedAt),
        isNull(plantTable.archivedAt),
        isActiveAccount,
        administratorKinds.includes(kind) ? eq(member.role, 'installerAdministrator') : undefined,
        user ? eq(member.userId, user) : undefined,
        named ? inArray(member.userId, named) : undefined,
      ),
    )
  const receivers = rows.map(({ rhythm, quietFrom, quietUntil, mail, push, ...row }) => ({
    ...row,
    channels: noticeChannels.filter((channel) => ({ mail: mail || (named && !push), push })[channel]),
    preference: toPreference({ rhythm, quietFrom, quietUntil }),
  }))
  return receivers.filter(({ channels }) => channels.length > 0)
}

/** The causes of notices, in order of time. */
export const listCauses = (tx: Tx, ids: string[]): Promise<NoticeCauseRow[]> =>
  tx
    .select()
    .from(cause)
    .where(inArray(cause.id, ids))
    .orderBy(asc(cause.at), asc(cause.centralUnitId), asc(cause.addr))

type NamedUnit = { unit: string; name: string }

/** Current names of the causes' units and lamps, and the addresses of invitations. */
export const namesOfCauses = async (tx: Tx, causes: readonly NoticeCauseRow[]) => {
  const units = [...new Set(causes.flatMap(({ centralUnitId }) => centralUnitId ?? []))]
  const invitationIds = causes.flatMap(({ kind, aboutId }) => (kind === 'invitation' && aboutId ? [aboutId] : []))
  const [addresses, failed] = [await listAddresses(tx, invitationIds), await listFailedLamps(tx, causes)]
  const tests = await listTests(tx, causes)
  if (units.length === 0)
    return { addresses, failed, tests, units: new Map<string, NamedUnit>(), lamps: new Map<string, string>() }
  const rows = await tx
    .select({ id: centralUnitTable.id, unit: centralUnitTable.unit, description: centralUnitTable.description })
    .from(centralUnitTable)
    .where(inArray(centralUnitTable.id, units))
  const lamps = await tx
    .select({ unit: lampTable.centralUnitId, addr: lampTable.addr, description: lampNoteTable.description })
    .from(lampTable)
    .innerJoin(lampNoteTable, isNoteOfLamp)
    .where(inArray(lampTable.centralUnitId, units))
  return {
    addresses,
    failed,
    tests,
    units: new Map(
      rows.map(({ id, unit, description }) => [id, { unit, name: description || (unit.split('_')[1] ?? unit) }]),
    ),
    lamps: new Map(lamps.map(({ unit, addr, description }) => [`${unit} ${addr}`, description])),
  }
}

/** Failed lamps read for one mail: enough for a full unit, bounded when many tests fail at once. */
const maxFailedLamps = 1_000

const failedTestIds = (causes: readonly NoticeCauseRow[]): string[] =>
  causes.flatMap(({ what: causeType, aboutId }) => (causeType === 'testFailed' && aboutId ? [aboutId] : []))

type NamedTest = { kind: TestKind; lamps: number }

/** Kind and number of lamps of the failed tests. */
const listTests = async (tx: Tx, causes: readonly NoticeCauseRow[]): Promise<Map<string, NamedTest>> => {
  const testIds = failedTestIds(causes)
  if (testIds.length === 0) return new Map()
  const { id, kind, lamps } = testRunTable
  const rows = await tx
    .select({ id, kind, lamps: sql<number>`cardinality(${lamps})`.mapWith(Number) })
    .from(testRunTable)
    .where(inArray(id, testIds))
  return new Map(rows.map((row) => [row.id, row]))
}

/** The failed lamps of these tests, by test and number, under their names at the time. */
const listFailedLamps = async (tx: Tx, causes: readonly NoticeCauseRow[]) => {
  const tests = failedTestIds(causes)
  if (tests.length === 0) return new Map<string, { lamp: number; description: string; reason: TestReason | null }[]>()
  const { testId, lamp, description, reason, result } = testResultTable
  const rows = await tx
    .select({ testId, lamp, description, reason })
    .from(testResultTable)
    .where(and(inArray(testId, tests), eq(result, 'failed')))
    .orderBy(asc(testId), asc(lamp))
    .limit(maxFailedLamps)
  return Map.groupBy(rows, (row) => row.testId)
}

/** Returns the id of the notice; undefined when its receiver already has it. */
export const insertNotice = async (tx: Tx, row: typeof noticeTable.$inferInsert): Promise<string | undefined> => {
  const [inserted] = await tx.insert(noticeTable).values(row).onConflictDoNothing().returning({ id: noticeTable.id })
  return inserted?.id
}

/** Reopens the notice of a person reached by escalation, or creates one. Returns its id. */
export const reopenNotice = async (tx: Tx, row: typeof noticeTable.$inferInsert): Promise<string> => {
  const [raisedNotice] = await tx
    .insert(noticeTable)
    .values(row)
    .onConflictDoUpdate({ target: [noticeTable.causeId, noticeTable.userId], set: { snoozedUntil: null } })
    .returning({ id: noticeTable.id })
  if (!raisedNotice) throw new Error('a notice that was raised is not there')
  return raisedNotice.id
}

export const deleteOldNotices = (tx: Tx, before: Date, limit: number): Promise<number> =>
  deleteBatch(tx, { table: noticeTable, key: noticeTable.id, which: sql`${noticeTable.at} < ${before}`, limit })

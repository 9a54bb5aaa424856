import type { OpenCause } from '@vigilux/contract/features/attention/open-cause.ts'
import { type Condition, conditions } from '@vigilux/contract/features/plants/conditions.ts'
import type { Attention } from '@vigilux/contract/features/plants/plant.ts'
import { type PlantRole, roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { and, count, eq, isNull, sql } from 'drizzle-orm'
import type { User } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { zoneOrUtc } from '../../kernel/zoned.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { isCoveredByToken, membershipsAt } from '../members/index.ts'
import { plantFiguresTable } from '../overview/overview.schema.ts'
import { attentionAssignmentTable, attentionSnoozeTable } from './attention.schema.ts'

type Row = {
  plantId: string
  plantname: string
  city: string
  timezone: string
  role: PlantRole
  condition: Condition
  code: string
  count: number
  cu: string
  since: Date | string | null
  assigneeId: string | null
  assigneeName: string | null
  until: Date | string | null
  reason: string | null
}

const asInstant = (value: Date | string | null): string | null =>
  value === null ? null : new Date(value).toISOString()

const toCause = (row: Row): OpenCause => ({
  plant_id: row.plantId,
  plantname: row.plantname,
  city: row.city,
  timezone: zoneOrUtc(row.timezone),
  condition: row.condition,
  code: row.code,
  count: row.count,
  cu: row.cu,
  since: asInstant(row.since),
  assignee: row.assigneeId === null ? null : { userid: row.assigneeId, name: row.assigneeName ?? '' },
  snoozed: row.until === null ? null : { backAt: asInstant(row.until) ?? '', reason: row.reason ?? '' },
  mayAssign: roleMay(row.role, 'plant.operate'),
})

/** The conditions by severity, for SQL: a 1-based rank. */
const bySeverity = sql.raw(`array[${conditions.map((one) => `'${one}'`).join(', ')}]`)

const plantsOfUser = (caller: User, now: Date) => {
  const member = membershipsAt(now)
  const isOpen = and(isNull(plantTable.removedAt), isNull(plantTable.archivedAt))
  return { member, where: and(eq(member.userId, caller.userId), isOpen, isCoveredByToken(caller)) }
}

type Member = ReturnType<typeof plantsOfUser>['member']

/** The causes of the plants of a person, each as a row. */
const causesOf = (member: Member) => sql`${member}
    join ${plantTable} on ${plantTable.id} = ${member.plantId}
    join ${plantFiguresTable} on ${plantFiguresTable.plantId} = ${plantTable.id}
    cross join lateral jsonb_to_recordset(${plantFiguresTable.attention})
      as cause(condition text, code text, count int, cu text, since timestamptz)`

const snoozeTable = attentionSnoozeTable

/** Joins the caller's snooze in force to its cause; a cause that got worse has none. */
const isSnoozed = (caller: User, now: Date) => sql`
  ${snoozeTable.plantId} = ${plantTable.id} and ${snoozeTable.cu} = cause.cu and ${snoozeTable.code} = cause.code
  and ${snoozeTable.userId} = ${caller.userId} and ${snoozeTable.until} > ${now.toISOString()}::timestamptz
  and ${snoozeTable.count} >= cause.count
  and array_position(${bySeverity}, ${snoozeTable.condition}) <= array_position(${bySeverity}, cause.condition)`

/** The number of open causes that a person has snoozed. */
export const countSnoozedCauses = async (tx: Tx, caller: User, now: Date): Promise<number> => {
  const { member, where } = plantsOfUser(caller, now)
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as "count" from ${causesOf(member)} join ${snoozeTable} on ${isSnoozed(caller, now)} where ${where}`)
  return rows[0]?.count ?? 0
}

/** The open causes in a person's plants, worst first, then longest open; at most `limit`. */
export const listOpenCauses = async (
  tx: Tx,
  caller: User,
  { now, limit }: { now: Date; limit: number },
): Promise<OpenCause[]> => {
  if (limit === 0) return []
  const { member, where } = plantsOfUser(caller, now)
  const assigned = attentionAssignmentTable
  const { rows } = await tx.execute<Row>(sql`
    select ${plantTable.id} as "plantId", ${plantTable.plantname} as "plantname", ${plantTable.city} as "city",
      ${plantTable.timezone} as "timezone", ${member.role} as "role",
      cause.condition, cause.code, cause.count, cause.cu, cause.since,
      assignee.id as "assigneeId", assignee.name as "assigneeName", ${snoozeTable.until} as "until", ${snoozeTable.reason} as "reason"
    from ${causesOf(member)}
    left join ${assigned} on ${assigned.plantId} = ${plantTable.id} and ${assigned.cu} = cause.cu and ${assigned.code} = cause.code
    left join "user" as assignee on assignee.id = ${assigned.userId}
    left join ${snoozeTable} on ${isSnoozed(caller, now)}
    where ${where} and cause.cu is not null
    order by array_position(${bySeverity}, cause.condition), cause.since, ${plantTable.plantname} collate "C", cause.cu, cause.code
    limit ${limit}`)
  return rows.map(toCause)
}

/** Totals for the list: open causes, and plants without any. */
export const countOpenCauses = async (tx: Tx, caller: User, now: Date) => {
  const { member, where } = plantsOfUser(caller, now)
  const table = plantFiguresTable
  const causes = sql`coalesce(jsonb_array_length(${table.attention}), 0)`
  const sumOf = (value: unknown) => sql<number>`coalesce(sum(${value}), 0)::int`
  const [row] = await tx
    .select({
      plants: count(),
      total: sumOf(causes),
      plantsOpen: sql<number>`(count(*) filter (where ${causes} > 0))::int`,
      lamps: sumOf(table.lamps),
      units: sumOf(table.units),
      connected: sumOf(table.connected),
    })
    .from(member)
    .innerJoin(plantTable, eq(plantTable.id, member.plantId))
    .leftJoin(table, eq(table.plantId, plantTable.id))
    .where(where)
  const { units = 0, connected = 0, plants = 0, total = 0, plantsOpen = 0, lamps = 0 } = row ?? {}
  return { plants, total, plantsOpen, lamps, units: { total: units, connected } }
}

/** Locks an open cause of a plant until the transaction ends; undefined if there is none with this name. */
export const lockCause = async (
  tx: Tx,
  plantId: string,
  causeRef: { topic: string; code: string },
): Promise<Attention | undefined> => {
  const [row] = await tx
    .select({ attention: plantFiguresTable.attention })
    .from(plantFiguresTable)
    .where(eq(plantFiguresTable.plantId, plantId))
    .for('share')
  return row?.attention.find(({ cu, code }) => cu === causeRef.topic && code === causeRef.code)
}

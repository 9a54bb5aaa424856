import type { CommandLife, CommandPolicy } from '@vigilux/contract/features/commands/command.rules.ts'
import type { PendingCommand } from '@vigilux/contract/features/commands/command.ts'
import type { UnitCommand, UnitCommandName } from '@vigilux/device-plane/commands.ts'
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { countRows, type StoredGauge, secondsSince } from '../../kernel/stored-gauges.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { commandDue } from './commands.domain-events.ts'
import { unitCommandTable } from './commands.schema.ts'
import { isWorkingAt } from './working-units.store.ts'

/** A command with its whole state. */
export type CommandRow = typeof unitCommandTable.$inferSelect

export const policyOf = (row: CommandRow): CommandPolicy => ({
  answerTimeoutMs: row.answerTimeoutMs,
  workTimeoutMs: row.workTimeoutMs,
  retries: row.retries,
})

export const commandStateOf = (row: CommandRow): CommandLife => ({
  state: row.state,
  retriesLeft: row.retriesLeft,
  attempt: row.attempt,
  dueAt: row.dueAt,
  error: row.error,
  code: row.code,
})

/** The command as watchers see it. */
export const toPendingCommand = (row: CommandRow): PendingCommand => ({
  id: row.id,
  cu: row.unit,
  command: row.name,
  state: row.state,
  pending: row.dueAt !== null,
  response: row.response,
  error: row.error,
  code: row.code,
  timeout: row.state === 'accepted' ? row.workTimeoutMs : row.answerTimeoutMs,
  retry: row.retriesLeft,
  retries: row.retries,
  attempt: row.attempt,
  deadlineAt: row.dueAt?.toISOString() ?? null,
  requestedAt: row.requestedAt.toISOString(),
  requestedBy: row.requestedByName,
})

/** The person who requested it; null if the platform did. */
export const requesterOf = ({
  requestedBy,
  requestedByName,
}: Pick<CommandRow, 'requestedBy' | 'requestedByName'>): { userId: string; name: string } | null =>
  requestedBy === null ? null : { userId: requestedBy, name: requestedByName ?? '' }

const emitIfDue = (work: Work, { state, dueAt }: CommandRow): void => {
  if (state === 'queued' && dueAt !== null && dueAt <= work.now) work.emit(commandDue)
}

/** Saves a requested command; returns whether its unit was working already. */
export const insertCommand = async (tx: Tx, row: CommandRow & { command: UnitCommand }): Promise<boolean> => {
  const [insertedRow] = await tx
    .insert(unitCommandTable)
    .values(row)
    .returning({ working: isWorkingAt(row.plantId, row.unit, row.requestedAt) })
  return insertedRow?.working === true
}

const listLimit = 200

/**
 * Commands of the plant, pending or ended after the given time, newest first. Each half uses its own index, because a
 * plant accumulates commands over years.
 */
export const listCommands = (tx: Tx, plantId: string, endedAfter: Date): Promise<CommandRow[]> => {
  const { id, plantId: plant, dueAt, endedAt, requestedAt } = unitCommandTable
  const open = tx
    .select()
    .from(unitCommandTable)
    .where(and(eq(plant, plantId), isNotNull(dueAt)))
    .orderBy(desc(requestedAt), asc(id))
    .limit(listLimit)
  const endedCommands = tx
    .select()
    .from(unitCommandTable)
    .where(and(eq(plant, plantId), gt(endedAt, endedAfter)))
    .orderBy(desc(endedAt), asc(id))
    .limit(listLimit)
  return unionAll(open, endedCommands).orderBy(sql`requested_at desc, id`).limit(listLimit)
}

export const findCommand = async (tx: Tx, plantId: string, commandId: string): Promise<CommandRow | undefined> => {
  const [row] = await tx
    .select()
    .from(unitCommandTable)
    .where(and(eq(unitCommandTable.plantId, plantId), eq(unitCommandTable.id, commandId)))
  return row
}

/** A database condition for moving a command. */
export type CommandCondition = SQL<boolean>

export type IsConnected = (unit: SQL | string) => CommandCondition

/** Whether a plant accepts commands; nothing is sent to units of an archived or deleted plant. */
const acceptsCommands = (plantId: SQL | string): CommandCondition =>
  sql`exists (select 1 from ${plantTable} where ${plantTable.id} = ${plantId} and archived_at is null and removed_at is null)`

/** Whether a command can reach its unit at this time. */
export const canReach = (isConnected: IsConnected, { plantId, unit }: CommandRow): CommandCondition =>
  sql`${isConnected(unit)} and ${acceptsCommands(plantId)}`

const isDue = (now: Date) => lte(unitCommandTable.dueAt, now)

export const isAnyCommandDue = (now: Date): SQL => sql`exists (select from ${unitCommandTable} where ${isDue(now)})`

export const commandGauges: readonly StoredGauge[] = [
  {
    name: 'vigilux_commands_pending',
    help: 'Commands that have not ended, at most 10000',
    value: () => countRows(sql`${unitCommandTable}`, sql`due_at is not null`),
  },
  {
    name: 'vigilux_command_lag_seconds',
    help: 'Seconds since the longest overdue command had to be moved',
    value: (now) => secondsSince(sql`(select min(due_at) from ${unitCommandTable} where due_at is not null)`, now),
  },
]

/** Due commands, each with whether its unit is reachable; locked, and skipped by other nodes. */
export const lockDueCommands = (
  tx: Tx,
  isConnected: IsConnected,
  now: Date,
  limit: number,
): Promise<{ row: CommandRow; isReachable: boolean }[]> =>
  tx
    .select({
      row: unitCommandTable,
      isReachable: sql<boolean>`(${unitCommandTable.waitsForUnit} or ${isConnected(sql`${unitCommandTable}.unit`)})
        and ${acceptsCommands(sql`${unitCommandTable}.plant_id`)}`,
    })
    .from(unitCommandTable)
    .where(isDue(now))
    .orderBy(unitCommandTable.dueAt)
    .limit(limit)
    .for('update', { skipLocked: true })

/** The pending commands of the answers, without ended ones. */
export const lockAnsweredCommands = (tx: Tx, ids: string[]): Promise<CommandRow[]> =>
  tx
    .select()
    .from(unitCommandTable)
    .where(and(inArray(unitCommandTable.id, ids), isNotNull(unitCommandTable.dueAt)))
    .orderBy(unitCommandTable.id)
    .for('update')

/**
 * Saves the new state of a command if the condition holds; returns whether it did, and whether the unit was working.
 */
export const saveCommandState = async (
  work: Work,
  row: CommandRow,
  now: Date,
  condition?: CommandCondition,
): Promise<{ working: boolean } | undefined> => {
  const [savedRow] = await work.tx
    .update(unitCommandTable)
    .set({
      state: row.state,
      retriesLeft: row.retriesLeft,
      attempt: row.attempt,
      sentAt: row.sentAt,
      dueAt: row.dueAt,
      error: row.error,
      code: row.code,
      response: row.response,
      answeredBy: row.answeredBy,
      endedAt: row.endedAt,
    })
    .where(and(eq(unitCommandTable.id, row.id), condition))
    .returning({ working: isWorkingAt(row.plantId, row.unit, now) })
  if (savedRow) emitIfDue(work, row)
  return savedRow
}

/** Releases the open commands for units absent until now. */
export const releaseWaitingCommands = async (work: Work, units: string[]): Promise<void> => {
  const releasedRows = await work.tx
    .update(unitCommandTable)
    .set({ dueAt: work.now, state: 'queued' })
    .where(
      and(
        inArray(unitCommandTable.unit, units),
        eq(unitCommandTable.waitsForUnit, true),
        inArray(unitCommandTable.state, ['queued', 'sent']),
        isNotNull(unitCommandTable.dueAt),
      ),
    )
    .returning({ id: unitCommandTable.id })
  if (releasedRows.length > 0) work.emit(commandDue)
}

/** The last command of this name to a unit, pending or not. */
export const findLastCommand = async (tx: Tx, unit: string, name: UnitCommandName): Promise<CommandRow | undefined> => {
  const [row] = await tx
    .select()
    .from(unitCommandTable)
    .where(and(eq(unitCommandTable.unit, unit), eq(unitCommandTable.name, name)))
    .orderBy(desc(unitCommandTable.requestedAt))
    .limit(1)
  return row
}

/**
 * Whether a command of this name was undeliverable or unanswered, and ended so since; uses the plant's index of ended
 * ones.
 */
export const wasUnanswered = async (
  tx: Tx,
  { plantId, unit }: { plantId: string; unit: string },
  name: UnitCommandName,
  since: Date,
): Promise<boolean> => {
  const table = unitCommandTable
  const [row] = await tx
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        eq(table.plantId, plantId),
        gte(table.endedAt, since),
        isNotNull(table.endedAt),
        eq(table.unit, unit),
        eq(table.name, name),
        inArray(table.error, ['expired', 'communication_error']),
      ),
    )
    .limit(1)
  return row !== undefined
}

/**
 * The commands of this name to a unit, pending or completed since, in order of request: the unit's earlier reports do
 * not include their effects yet.
 */
export const listRequestedSince = (
  tx: Tx,
  { plantId, unit }: { plantId: string; unit: string },
  name: UnitCommandName,
  since: Date,
): Promise<CommandRow[]> => {
  const table = unitCommandTable
  const doneSince = and(isNotNull(table.endedAt), gte(table.endedAt, since), eq(table.state, 'done'))
  return tx
    .select()
    .from(table)
    .where(
      and(
        eq(table.plantId, plantId),
        eq(table.unit, unit),
        eq(table.name, name),
        or(isNotNull(table.dueAt), doneSince),
      ),
    )
    .orderBy(table.requestedAt, table.id)
}

/** Makes unsent commands of a plant end on the next run, and stops retries. */
export const haltCommands = async (work: Work, plantId: string): Promise<void> => {
  const { state, dueAt } = unitCommandTable
  const haltedRows = await work.tx
    .update(unitCommandTable)
    .set({
      retriesLeft: 0,
      dueAt: sql`case when ${state} = 'queued' then ${work.now.toISOString()}::timestamptz else ${dueAt} end`,
    })
    .where(and(eq(unitCommandTable.plantId, plantId), isNotNull(dueAt)))
    .returning({ id: unitCommandTable.id })
  if (haltedRows.length > 0) work.emit(commandDue)
}

/** Ends every pending command of a unit; returns them in their new state. */
export const endPendingCommands = (tx: Tx, plantId: string, unit: string, now: Date): Promise<CommandRow[]> =>
  tx
    .update(unitCommandTable)
    .set({ state: 'failed', error: 'expired', dueAt: null, endedAt: now })
    .where(
      and(eq(unitCommandTable.plantId, plantId), eq(unitCommandTable.unit, unit), isNotNull(unitCommandTable.dueAt)),
    )
    .returning()

/** Finds them by each plant's index. */
export const deleteEndedCommands = async (tx: Tx, before: Date, limit: number): Promise<number> => {
  const { id, plantId, endedAt } = unitCommandTable
  const { rowCount } = await tx.execute(
    sql`delete from ${unitCommandTable} where ${id} in (
      select ended.id from ${plantTable} cross join lateral (
        select ${id} from ${unitCommandTable} where ${plantId} = ${plantTable.id} and ${endedAt} < ${before.toISOString()} limit ${limit}
      ) ended limit ${limit})`,
  )
  return rowCount ?? 0
}

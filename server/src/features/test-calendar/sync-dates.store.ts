import type { TestPeriod } from '@vigilux/contract/features/central-units/test-schedule.ts'
import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { zoneOrUtc } from '../../kernel/zoned.ts'
import { centralUnitTable, unitLinkTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { isConnectedInEnrolledLife } from '../central-units/index.ts'
import { unitCommandTable } from '../commands/commands.schema.ts'
import { testRunTable } from '../emergency-tests/emergency-tests.schema.ts'
import { dateCommands } from './calendar.store.ts'

export type NextDate = {
  id: string
  plantId: string
  unit: string
  kind: TestKind
  zone: string
  plan: { next: string; period: TestPeriod | null; deferred: boolean }
  /** The date last set by a person, and the last one set at all; null when there is none. */
  asked: string | null
  last: { set: string; isOurs: boolean } | null
  /** When the unit last began such a test on its own. */
  begun: string | Date | null
}

const kinds = sql`(values ${sql.join(
  Object.entries(dateCommands).map(([kind, command]) => sql`(${kind}::text, ${command}::text)`),
  sql`, `,
)}) as kind (name, command)`

const commandedDate = (unit: typeof centralUnitTable) => sql`
  select command ->> 'set' as set, requested_by is null as ours from ${unitCommandTable}
  where unit_command.unit = ${unit.unit} and unit_command.plant_id = ${unit.plantId} and name = kind.command
    and state = 'done' and requested_at >= ${unit.addedAt}`

type SinceTimes = { reportedBefore: Date; failedBefore: Date }

/**
 * Next dates of connected units with a report since, each with its origin. Skips units with a command in progress, or
 * with one failed after `failed`.
 */
export const listNextDates = async (
  tx: Tx,
  { reportedBefore, failedBefore }: SinceTimes,
  limit: number,
  onlyDate?: Pick<NextDate, 'id' | 'kind'>,
): Promise<NextDate[]> => {
  const table = centralUnitTable
  const { rows } = await tx.execute<NextDate>(sql`
    select ${table.id}, ${table.plantId} as "plantId", ${table.unit}, kind.name as kind, ${plantTable.timezone} as zone,
      ${table.detail} -> kind.name as plan, asked.set as asked,
      case when last.set is not null then jsonb_build_object('set', last.set, 'isOurs', last.ours) end as last, begun.at as begun
    from ${table} join ${plantTable} on ${eq(plantTable.id, table.plantId)} join ${unitLinkTable} on ${eq(unitLinkTable.unit, table.unit)}
      cross join ${kinds}
      left join lateral (${commandedDate(table)} and requested_by is not null order by requested_at desc limit 1) as asked on true
      left join lateral (${commandedDate(table)} order by requested_at desc limit 1) as last on true
      left join lateral (
        select max(started_at) as at from ${testRunTable}
        where central_unit_id = ${table.id} and test_run.kind = kind.name and trigger = 'automatic'
      ) as begun on true
    where ${table.acquired} and ${table.removedAt} is null and ${plantTable.removedAt} is null
      and ${plantTable.archivedAt} is null and ${isConnectedInEnrolledLife}
      and ${table.shadowAt} >= ${reportedBefore.toISOString()} and ${table.detail} -> kind.name ->> 'next' is not null
      and not exists (
        select 1 from ${unitCommandTable} where unit_command.unit = ${table.unit} and unit_command.name = kind.command
          and (due_at is not null or (state = 'failed' and requested_at >= ${failedBefore.toISOString()})))
      ${onlyDate ? sql`and ${table.id} = ${onlyDate.id} and kind.name = ${onlyDate.kind}` : sql``}
    order by ${table.id}, kind.name limit ${limit}`)
  return rows.map((row) => ({ ...row, zone: zoneOrUtc(row.zone) }))
}

/** Locks a unit until COMMIT; undefined while another node has it, and after it left its plant. */
export const lockPlanningUnit = async (tx: Tx, id: string) => {
  const table = centralUnitTable
  const [row] = await tx
    .select({ plantId: table.plantId, unit: table.unit, cuType: table.cuType, detail: table.detail })
    .from(table)
    .where(sql`${table.id} = ${id} and ${table.removedAt} is null`)
    .for('update', { skipLocked: true })
  return row
}

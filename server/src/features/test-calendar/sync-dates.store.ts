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
  /** The date that a person last set, and the last one set at all; null when there is none. */
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

type SinceTimes = { told: Date; failed: Date }

/**
 * Next dates of connected units that have reported since, each with its origin. Skips units with a command in progress, or with
 * one that failed after `failed`.
 */
export const listNextDates = async (
  tx: Tx,
  { told, failed }: SinceTimes,
  limit: number,
  only?: Pick<NextDate, 'id' | 'kind'>,
): Promise<NextDate[]> => {
  const of = centralUnitTable
  const { rows } = await tx.execute<NextDate>(sql`
    select ${of.id}, ${of.plantId} as "plantId", ${of.unit}, kind.name as kind, ${plantTable.timezone} as zone,
      ${of.detail} -> kind.name as plan, asked.set as asked,
      case when last.set is not null then jsonb_build_object('set', last.set, 'isOurs', last.ours) end as last, begun.at as begun
    from ${of} join ${plantTable} on ${eq(plantTable.id, of.plantId)} join ${unitLinkTable} on ${eq(unitLinkTable.unit, of.unit)}
      cross join ${kinds}
      left join lateral (${commandedDate(of)} and requested_by is not null order by requested_at desc limit 1) as asked on true
      left join lateral (${commandedDate(of)} order by requested_at desc limit 1) as last on true
      left join lateral (
        select max(started_at) as at from ${testRunTable}
        where central_unit_id = ${of.id} and test_run.kind = kind.name and trigger = 'automatic'
      ) as begun on true
    where ${of.acquired} and ${of.removedAt} is null and ${plantTable.removedAt} is null
      and ${plantTable.archivedAt} is null and ${isConnectedInEnrolledLife}
      and ${of.shadowAt} >= ${told.toISOString()} and ${of.detail} -> kind.name ->> 'next' is not null
      and not exists (
        select 1 from ${unitCommandTable} where unit_command.unit = ${of.unit} and unit_command.name = kind.command
          and (due_at is not null or (state = 'failed' and requested_at >= ${failed.toISOString()})))
      ${only ? sql`and ${of.id} = ${only.id} and kind.name = ${only.kind}` : sql``}
    order by ${of.id}, kind.name limit ${limit}`)
  return rows.map((row) => ({ ...row, zone: zoneOrUtc(row.zone) }))
}

/** Locks a unit until COMMIT; undefined while another node has it, and after it left its plant. */
export const lockPlanningUnit = async (tx: Tx, id: string) => {
  const of = centralUnitTable
  const [row] = await tx
    .select({ plantId: of.plantId, unit: of.unit, cuType: of.cuType, detail: of.detail })
    .from(of)
    .where(sql`${of.id} = ${id} and ${of.removedAt} is null`)
    .for('update', { skipLocked: true })
  return row
}

import type { OpenTest } from '@vigilux/contract/features/emergency-tests/lost-test.rules.ts'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable, unitLinkTable } from '../../tables/central-units.schema.ts'
import { complianceProfileTable } from '../../tables/compliance.profiles.schema.ts'
import { lampTable } from '../../tables/lamps.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { unitCommandTable } from '../commands/commands.schema.ts'
import { unitRecordTable } from '../logbook/logbook.schema.ts'
import type { Charging } from './charge-hours.store.ts'
import { testRunTable } from './emergency-tests.schema.ts'
import type { TestOfUnit } from './orphaned-tests.store.ts'

type Row = Omit<OpenTest, 'unit'> & OpenTest['unit'] & Charging & { id: string }
export type FoundOpenTest = { id: string; charging: Charging; test: OpenTest }

/** Open tests per run. */
const batchSize = 500

const ms = (at: SQL): SQL => sql`(extract(epoch from ${at}) * 1000)::float8`

/** Open tests of units in their plants, with data on whether their unit still runs them. */
export const listOpenTests = async (
  tx: Tx,
  { except: excludedIds = [], only: onlyId }: { except?: readonly string[]; only?: string },
): Promise<FoundOpenTest[]> => {
  const { rows } = await tx.execute<Row>(sql`
    select test.id, plant.country, chosen.profile, chosen.edition, test.kind, cardinality(test.lamps) as lamps, test.rated_min as "ratedMin",
      ${ms(sql`coalesce(word.received_at, test.started_at, test.requested_at)`)} as "heardAt",
      coalesce(word.boot, test.start_boot)::float8 as boot,
      test.command_id is null or coalesce(command.state = 'done', true) as "isAccepted",
      link.life <> coalesce(test.life, unit.life, link.life) as "isAnotherLife", link.online, link.boot::float8 as boot_now, ${ms(sql`link.since`)} as since,
      lamps.boot::float8 as "lampsBoot", ${ms(sql`lamps.at`)} as "lampsAt", lamps.in_test as "inTest"
    from ${testRunTable} as test
      join ${centralUnitTable} as unit on unit.id = test.central_unit_id and unit.removed_at is null
      join ${plantTable} as plant on plant.id = test.plant_id
      left join ${complianceProfileTable} as chosen on chosen.plant_id = test.plant_id
      join ${unitLinkTable} as link on link.unit = unit.unit
      left join ${unitCommandTable} as command on command.id = test.command_id
      left join lateral (
        select boot, received_at from ${unitRecordTable} as record
        where record.central_unit_id = test.central_unit_id and record.test_id = test.id
        order by received_at desc limit 1) as word on true
      left join lateral (
        select min(lamp.boot) as boot, max(lamp.reported_at) as at,
          case when bool_or(lamp.mode in ('functionalTest', 'autonomyTest')) then true
            when bool_or(lamp.mode is null) then null else false end as in_test
        from ${lampTable} as lamp
        where lamp.central_unit_id = test.central_unit_id and lamp.addr = any (test.lamps)) as lamps on true
    where test.state in ('requested', 'running')
      ${onlyId === undefined ? sql`` : sql`and test.id = ${onlyId}`}
      and test.id <> all (${sql.param([...excludedIds])}::uuid[])
    order by test.requested_at limit ${batchSize}`)
  return rows.map(
    ({ id, country, profile, edition, online, isAnotherLife, since, lampsBoot, lampsAt, inTest, ...test }) => {
      const { boot_now: boot, ...openTest } = test as typeof test & { boot_now: number }
      const charging = { country, profile, edition }
      return {
        id,
        charging,
        test: { ...openTest, unit: { online, isAnotherLife, boot, since, lampsBoot, lampsAt, inTest } },
      }
    },
  )
}

/** A test if it is still open, locked; null if another node processes it. */
export const lockOpenTest = async (tx: Tx, testId: string): Promise<TestOfUnit | null> => {
  const { id, plantId, unit, cuType } = centralUnitTable
  const [row] = await tx
    .select({ test: testRunTable, unit: { id, plantId, unit, cuType } })
    .from(testRunTable)
    .innerJoin(centralUnitTable, eq(id, testRunTable.centralUnitId))
    .where(and(eq(testRunTable.id, testId), inArray(testRunTable.state, ['requested', 'running'])))
    .for('update', { of: testRunTable, skipLocked: true })
  return row ?? null
}

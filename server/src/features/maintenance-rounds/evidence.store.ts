import type { TestResultValue, TestRunState } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { lampTable } from '../../tables/lamps.schema.ts'
import { heldTestTable, testResultTable, testRunTable } from '../emergency-tests/emergency-tests.schema.ts'
import { roundItemTable } from './maintenance-rounds.schema.ts'

/** Evidence of whether a fault is mended. */
export type Evidence = {
  id: string
  /** Topic of its unit. */
  unit: string
  isGone: boolean
  /** Whether the unit currently reports the fault; null when it does not list the lamp any more. */
  reported: boolean | null
  /** Current address of the lamp. */
  addr: number | null
  /** The first passed test of the right kind since the fault was added or worked on. */
  passedTestId: string | null
  passedAt: Date | null
  heldState: 'waiting' | 'over' | 'cancelled' | null
  testId: string | null
  testState: TestRunState | null
  /** The lamp's finding in the test meant as proof of the work. */
  found: TestResultValue | null
}

type Row = Omit<Evidence, 'passedAt'> & { passedAt: Date | string | null }

/**
 * A result belongs to a lamp by serial; for a replaced lamp, by place. A test counts once it has ended; with a wrong
 * unit clock it counts only if the platform began it, because only then is its start known.
 */
export const readEvidence = async (tx: Tx, ids: readonly string[]): Promise<Map<string, Evidence>> => {
  if (ids.length === 0) return new Map()
  const isOf = sql`(found.serial = item.serial or (item.work = 'lampReplaced' and found.lamp = item.addr))`
  const { rows } = await tx.execute<Row>(sql`
    select item.id, unit.unit, (unit.removed_at is not null or not unit.acquired) as "isGone",
      case when item.serial = '' then item.error = any (unit.errors) else listed.reported end as reported, listed.addr,
      passed.test_id as "passedTestId", passed.at as "passedAt",
      held.state as "heldState", held.test_id as "testId", run.state as "testState", own.result as found
    from ${roundItemTable} as item
      join ${centralUnitTable} as unit on unit.id = item.central_unit_id
      left join ${heldTestTable} as held on held.id = item.held_test_id
      left join ${testRunTable} as run on run.id = held.test_id
      left join lateral (
        select bool_or(item.error = any (lamp.errors)) as reported, min(lamp.addr) as addr from ${lampTable} as lamp
        where lamp.central_unit_id = item.central_unit_id and item.serial <> ''
          and (lamp.serial = item.serial or (item.work = 'lampReplaced' and lamp.addr = item.addr))
      ) as listed on true
      left join lateral (
        select found.result from ${testResultTable} as found where found.test_id = held.test_id and ${isOf}
        order by (found.result = 'failed') desc limit 1
      ) as own on run.state in ('finished', 'stopped')
      left join lateral (
        select found.test_id, coalesce(test.ended_at, found.at) as at
        from ${testRunTable} as test join ${testResultTable} as found on found.test_id = test.id and ${isOf}
        where test.central_unit_id = item.central_unit_id and test.state in ('finished', 'stopped')
          and test.kind = case item.proof when 'autonomyTest' then 'autonomy' else 'functional' end
          and found.result = 'passed'
          and (test.id = held.test_id or (
            not test.clock_wrong and not found.clock_wrong
            and coalesce(test.started_at, test.requested_at) >= coalesce(item.work_at, item.added_at)))
        order by test.ended_at limit 1
      ) as passed on item.proof <> 'report'
    where item.id = any (${sql.param([...ids])}::uuid[])`)
  return new Map(
    rows.map(({ passedAt, ...row }) => [row.id, { ...row, passedAt: passedAt === null ? null : new Date(passedAt) }]),
  )
}

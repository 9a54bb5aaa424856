import type { TestReason, TestResultValue } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/transaction.ts'
import { centralUnitTable } from '../../../tables/central-units.schema.ts'
import { isProductOfLamp, lampColumns, lampProductTable, lampTable } from '../../../tables/lamps.schema.ts'
import { testResultTable, testRunTable } from '../../emergency-tests/emergency-tests.schema.ts'

type EarlierResult = {
  serial: string
  at: Date
  result: TestResultValue
  reason: TestReason | null
  measured_s: number | null
}
type TestRef = { testId: string; centralUnitId: string; kind: string; requestedAt: Date; since: Date | null }

/** Earlier than every timestamp. */
const beginningOfTime = '-infinity'

const earlierOf = async (
  tx: Tx,
  { testId, centralUnitId, kind, requestedAt, since }: TestRef,
  onlyFound: boolean,
): Promise<Map<string, EarlierResult>> => {
  const found = onlyFound ? sql`and result.result <> 'notExecuted'` : sql``
  // One lookup per lamp, so only the last row of a long history is read.
  const { rows } = await tx.execute<Omit<EarlierResult, 'at'> & { at: Date | string }>(sql`
    select lamp.serial, last.at, last.result, last.reason, last.measured_s
    from (select distinct serial from ${testResultTable} where test_id = ${testId} and serial <> '') as lamp
    cross join lateral (
      select run.requested_at as at, result.result, result.reason, result.measured_s
      from ${testResultTable} as result join ${testRunTable} as run on run.id = result.test_id
      where result.serial = lamp.serial and run.central_unit_id = ${centralUnitId} and run.kind = ${kind}
        and run.id <> ${testId} and run.requested_at < ${requestedAt.toISOString()}
        and run.requested_at >= ${since?.toISOString() ?? beginningOfTime} ${found}
      order by result.at desc limit 1
    ) as last`)
  return new Map(rows.map((row) => [row.serial, { ...row, at: new Date(row.at) }]))
}

/** Earlier findings of the same kind by serial: the last one, and the last one with a result. */
export const listEarlierResults = async (tx: Tx, test: TestRef) => ({
  last: await earlierOf(tx, test, false),
  lastFound: await earlierOf(tx, test, true),
})

/** Product codes of a plant's lamps, by serial. */
export const listProductCodes = async (tx: Tx, plantId: string, serials: string[]): Promise<Map<string, string>> => {
  if (serials.length === 0) return new Map()
  const rows = await tx
    .select({ serial: lampTable.serial, code: lampColumns.productCode })
    .from(lampTable)
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, lampTable.centralUnitId))
    .leftJoin(lampProductTable, isProductOfLamp)
    .where(
      and(
        eq(centralUnitTable.plantId, plantId),
        isNull(centralUnitTable.removedAt),
        sql`${lampTable.serial} in (select unnest(${sql.param(serials)}::text[]))`,
      ),
    )
  return new Map(rows.flatMap(({ serial, code }) => (code === null ? [] : [[serial, code]])))
}

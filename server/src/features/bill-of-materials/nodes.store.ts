import type { CountedNodes, FaultyLamp } from '@vigilux/contract/features/bill-of-materials/bill.rules.ts'
import { and, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import {
  failedTestTable,
  isProductOfLamp,
  lampColumns,
  lampProductTable,
  lampTable,
} from '../../tables/lamps.schema.ts'

const code = lampColumns.productCode

/** Number of reported nodes of these units by product and type. */
export const countNodes = async (tx: Tx, unitIds: string[]): Promise<CountedNodes[]> =>
  unitIds.length === 0
    ? []
    : tx
        .select({ unit: centralUnitTable.unit, code, type: lampTable.type, count: sql<number>`count(*)::int` })
        .from(lampTable)
        .innerJoin(centralUnitTable, sql`${centralUnitTable.id} = ${lampTable.centralUnitId}`)
        .leftJoin(lampProductTable, isProductOfLamp)
        .where(inArray(lampTable.centralUnitId, unitIds))
        .groupBy(centralUnitTable.unit, code, lampTable.type)

const failedTestsOfLamp = sql<FaultyLamp['failedTests']>`coalesce((
  select jsonb_agg(jsonb_build_object('kind', failed.kind, 'reason', failed.reason)) from ${failedTestTable} as failed
  where failed.central_unit_id = ${lampTable.centralUnitId} and failed.addr = ${lampTable.addr}), '[]')`

export const listFaulty = async (tx: Tx, unitIds: string[]): Promise<FaultyLamp[]> =>
  unitIds.length === 0
    ? []
    : tx
        .select({ code, errors: lampTable.errors, failedTests: failedTestsOfLamp })
        .from(lampTable)
        .leftJoin(lampProductTable, isProductOfLamp)
        .where(and(inArray(lampTable.centralUnitId, unitIds), sql`${lampTable.errors} <> '{}'`))

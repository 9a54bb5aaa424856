import { openLampFaults } from '@vigilux/contract/features/emergency-tests/lamp-safety.rules.ts'
import { conditionOf } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import { type LampError, lampErrors, shortDischarge } from '@vigilux/contract/features/lamps/lamp.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { lampTable } from '../../tables/lamps.schema.ts'
import { recordChanges } from './lamp-changes.store.ts'
import { findLamps, type LampRow, type Place } from './lamps.store.ts'

/** All findings of the platform about the lamp at an address. */
export type FoundFaults = Place & { found: LampError[] }

const isSame = (a: readonly LampError[], b: readonly LampError[]): boolean =>
  a.length === b.length && a.every((code) => b.includes(code))

const sortFaults = (found: readonly LampError[]): LampError[] => lampErrors.filter((code) => found.includes(code))

/** Since when there have been faults other than failed tests. */
const faultsSinceOf = (row: LampRow, found: readonly LampError[], now: Date): Date | null =>
  row.reported.length > 0 || found.includes(shortDischarge) ? (row.faultsSince ?? now) : null

/** Saves the platform's findings about lamps; returns the changed ones. */
export const saveFound = async (tx: Tx, foundFaults: readonly FoundFaults[], now: Date): Promise<Place[]> => {
  const rowsByPlace = new Map(
    (await findLamps(tx, foundFaults)).map(({ row }) => [`${row.centralUnitId} ${row.addr}`, row]),
  )
  const changedLamps = foundFaults.flatMap(({ centralUnitId, addr, found }) => {
    const row = rowsByPlace.get(`${centralUnitId} ${addr}`)
    return row && !isSame(row.found, found) ? [{ row, found: sortFaults(found) }] : []
  })
  for (const { row, found } of changedLamps) {
    const errors = openLampFaults({ reported: row.reported, found })
    const condition = conditionOf({ mode: row.mode, errors }, true)
    await tx
      .update(lampTable)
      .set({
        found,
        errors,
        condition,
        faultsSince: faultsSinceOf(row, found, now),
        ...(condition !== row.condition && { conditionSince: sql`${now.toISOString()}` }),
      })
      .where(and(eq(lampTable.centralUnitId, row.centralUnitId), eq(lampTable.addr, row.addr)))
  }
  const places = changedLamps.map(({ row: { centralUnitId, addr } }) => ({ centralUnitId, addr }))
  await recordChanges(tx, places, now)
  return places
}

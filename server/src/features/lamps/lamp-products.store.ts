import { sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'

/** A lamp as people identify it, independent of its address. */
export type LampSerial = { centralUnitId: string; serial: string }

/** Saves the assigned product of lamps; null removes it. */
export const saveLampProducts = async (
  tx: Tx,
  lamps: readonly LampSerial[],
  productCode: string | null,
): Promise<void> => {
  const units = sql.param(lamps.map(({ centralUnitId }) => centralUnitId))
  const serials = sql.param(lamps.map(({ serial }) => serial))
  // Sorted, so concurrent calls with the same lamps do not deadlock.
  const lampKeys = sql`select distinct unit, serial from unnest(${units}::uuid[], ${serials}::text[]) as said (unit, serial) order by unit, serial`
  await tx.execute(
    productCode === null
      ? sql`delete from lamp_product where (central_unit_id, serial) in (${lampKeys})`
      : sql`insert into lamp_product (central_unit_id, serial, product_code)
          select unit, serial, ${productCode} from (${lampKeys}) as named
          on conflict (central_unit_id, serial) do update set product_code = excluded.product_code`,
  )
}

/** Moves the assigned products of a unit's lamps to its replacement. */
export const moveLampProducts = async (tx: Tx, fromUnitId: string, toUnitId: string): Promise<void> => {
  await tx.execute(sql`
    insert into lamp_product (central_unit_id, serial, product_code)
    select ${toUnitId}, serial, product_code from lamp_product where central_unit_id = ${fromUnitId}
    on conflict do nothing`)
}

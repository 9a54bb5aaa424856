import { sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'

/** A lamp as people speak of it, whatever its place. */
export type LampSerial = { centralUnitId: string; serial: string }

/** Keeps which product lamps are, as a person said; null forgets it. */
export const saveLampProducts = async (
  tx: Tx,
  lamps: readonly LampSerial[],
  productCode: string | null,
): Promise<void> => {
  const units = sql.param(lamps.map(({ centralUnitId }) => centralUnitId))
  const serials = sql.param(lamps.map(({ serial }) => serial))
  // In one order, so that two who name the same lamps do not wait for each other.
  const named = sql`select distinct unit, serial from unnest(${units}::uuid[], ${serials}::text[]) as said (unit, serial) order by unit, serial`
  await tx.execute(
    productCode === null
      ? sql`delete from lamp_product where (central_unit_id, serial) in (${named})`
      : sql`insert into lamp_product (central_unit_id, serial, product_code)
          select unit, serial, ${productCode} from (${named}) as named
          on conflict (central_unit_id, serial) do update set product_code = excluded.product_code`,
  )
}

/** Gives what people said of a unit's lamps to the unit that takes its place. */
export const moveLampProducts = async (tx: Tx, fromUnitId: string, toUnitId: string): Promise<void> => {
  await tx.execute(sql`
    insert into lamp_product (central_unit_id, serial, product_code)
    select ${toUnitId}, serial, product_code from lamp_product where central_unit_id = ${fromUnitId}
    on conflict do nothing`)
}

import type { LampParams } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { lightsUvTube } from '@vigilux/contract/features/lamps/lamp-params.rules.ts'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import type { Place } from './lamps.store.ts'

/** Parameters written by a unit, and the positions of the lamps. */
export type ParamsWritten = { params: LampParams; addrs: number[] }

/** Restarts the timers of these lamps; without a switch of the tube, only for lit tubes. */
export const beginUvTimers = async (
  tx: Tx,
  centralUnitId: string,
  { params, addrs }: ParamsWritten,
  at: Date,
): Promise<Place[]> => {
  const isOfUvTube = lightsUvTube(params)
  const { rows } = await tx.execute<Place>(sql`
    update lamp set uv_ends_at = ${at.toISOString()}::timestamptz
      + make_interval(mins => coalesce(${params.uvOxyTimer ?? null}::int, (detail #>> '{params,uvOxyTimer}')::int))
    where central_unit_id = ${centralUnitId} and addr = any (${sql.param(addrs)}::int[])
      and (${isOfUvTube} or uv_ends_at is not null)
    returning central_unit_id as "centralUnitId", addr`)
  return rows
}

import { lightsUvTube } from '@vigilux/contract/features/lamps/lamp-params.rules.ts'
import type { NumberedLampDetail } from '@vigilux/device-plane/envelope.wire.ts'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import type { Place } from './lamps.store.ts'
import { newestReports } from './save-lamps.store.ts'

/** A reported detail of a lamp, with the number of its message. */
export type LampDetailReport = {
  centralUnitId: string
  boot: number
  seq: number
  at: Date
  detail: NumberedLampDetail
}

/** Minutes on the timer of a UV tube just lit; null if it is off or has no known timer. */
const uvMinutes = ({ params }: NumberedLampDetail): number | null =>
  (lightsUvTube(params) ? params.uvOxyTimer : null) ?? null

/**
 * Saves reported details of lamps, unless newer ones are stored; returns the updated lamps. A UV tube just switched on
 * goes off after its timer, counted from here.
 */
export const saveLampDetails = async (tx: Tx, reports: readonly LampDetailReport[]): Promise<Place[]> => {
  if (reports.length === 0) return []
  const newest = newestReports(reports, ({ centralUnitId, detail }) => `${centralUnitId} ${detail.addr}`)
  const column = <T>(value: (one: LampDetailReport) => T) => sql.param(newest.map(value))
  const textOf = ({ detail: { addr: _, ...detail } }: LampDetailReport) => JSON.stringify(detail)
  const { rows } = await tx.execute<Place>(sql`
    update lamp set detail = reported.detail::jsonb, detail_boot = reported.boot, detail_seq = reported.seq,
      uv_ends_at = case when reported.uv is not null then coalesce(lamp.uv_ends_at, reported.at + make_interval(mins => reported.uv)) end
    from unnest(${column((one) => one.centralUnitId)}::uuid[], ${column(({ detail }) => detail.addr)}::int[], ${column(textOf)}::text[],
      ${column(({ detail }) => uvMinutes(detail))}::int[], ${column(({ at }) => at.toISOString())}::timestamptz[],
      ${column((one) => one.boot)}::bigint[], ${column((one) => one.seq)}::bigint[]) as reported (unit, addr, detail, uv, at, boot, seq)
    where lamp.central_unit_id = reported.unit and lamp.addr = reported.addr
      and (lamp.detail_boot, lamp.detail_seq) < (reported.boot, reported.seq)
    returning lamp.central_unit_id as "centralUnitId", lamp.addr`)
  return rows
}

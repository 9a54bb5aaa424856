import { lightsUvTube } from '@vigilux/contract/features/lamps/lamp-params.rules.ts'
import type { NumberedLampDetail } from '@vigilux/device-plane/envelope.wire.ts'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import type { Place } from './lamps.store.ts'

export type LampDetailNews = { centralUnitId: string; at: Date; detail: NumberedLampDetail }

/** Minutes that a UV tube burns that was lit just now; null where it is dark, or nobody knows how long. */
const uvMinutes = ({ params }: NumberedLampDetail): number | null =>
  (lightsUvTube(params) ? params.uvOxyTimer : null) ?? null

/**
 * Stores what lamps told beyond their state; answers the lamps that are known. A UV tube that was dark and now burns goes out once its
 * timer is over, counted from here.
 */
export const saveLampDetails = async (tx: Tx, news: readonly LampDetailNews[]): Promise<Place[]> => {
  if (news.length === 0) return []
  const units = news.map(({ centralUnitId }) => centralUnitId)
  const addrs = news.map(({ detail }) => detail.addr)
  const texts = news.map(({ detail: { addr: _, ...detail } }) => JSON.stringify(detail))
  const { rows } = await tx.execute<Place>(sql`
    update lamp set detail = told.detail::jsonb,
      uv_ends_at = case when told.uv is not null then coalesce(lamp.uv_ends_at, told.at + make_interval(mins => told.uv)) end
    from unnest(${sql.param(units)}::uuid[], ${sql.param(addrs)}::int[], ${sql.param(texts)}::text[],
      ${sql.param(news.map(({ detail }) => uvMinutes(detail)))}::int[], ${sql.param(news.map(({ at }) => at.toISOString()))}::timestamptz[])
      as told (unit, addr, detail, uv, at)
    where lamp.central_unit_id = told.unit and lamp.addr = told.addr
    returning lamp.central_unit_id as "centralUnitId", lamp.addr`)
  return rows
}

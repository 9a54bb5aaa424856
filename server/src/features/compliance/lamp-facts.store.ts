import type { LampError, LampMode } from '@vigilux/contract/features/lamps/lamp.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { lampChangeTable, lampNoteTable, lampTable } from '../../tables/lamps.schema.ts'
import { testResultTable } from '../emergency-tests/emergency-tests.schema.ts'
import { roundItemTable } from '../maintenance-rounds/maintenance-rounds.schema.ts'

type Time = Date | string

/** A database row of an emergency lamp. */
export type LampFactRow = {
  cu: string
  cu_type: string
  unit_id: string
  addr: number
  serial: string
  parity: 'even' | 'odd' | null
  rated_min: number | null
  test_s: number | null
  /** Last reported mode of the lamp. */
  mode: LampMode | null
  mode_since: Time
  reported: LampError[]
  found: LampError[]
  /** Since when a fault other than a failed test is open, and since when the lamp is inhibited; null if not. */
  faults_since: Time | null
  inhibited_since: Time | null
  /** Since when repair work on a fault is in progress or done without a proof; null if none is. */
  unproven_since: Time | null
  description: string | null
  location: string | null
  added_at: Time
}

const isFaulty = (change: SQL): SQL => sql`${change}.errors <> '{}'`
const isInhibited = (change: SQL): SQL => sql`${change}.mode in ('inhibited', 'rest')`

/** Since when a lamp has met a condition without interruption until then; null if it did not meet it then. */
const firstChangeUntil = (until: string, isSo: (change: SQL) => SQL): SQL => sql`(
  select min(change.at) from ${lampChangeTable} as change
  where change.central_unit_id = unit.id and change.addr = lamp.addr and change.at <= ${until} and ${isSo(sql`change`)}
    and change.at > coalesce((
      select max(other.at) from ${lampChangeTable} as other
      where other.central_unit_id = unit.id and other.addr = lamp.addr and other.at <= ${until}
        and ${isSo(sql`other`)} is not true
    ), '-infinity'::timestamptz))`

const presentColumns = sql`lamp.faults_since, case when ${isInhibited(sql`lamp`)} then lamp.mode_since end as inhibited_since`
const pastColumns = (until: string): SQL => sql`
  ${firstChangeUntil(until, isFaulty)} as faults_since, ${firstChangeUntil(until, isInhibited)} as inhibited_since`

/** The plant's emergency lamps, with their faults at `at`. */
export const listLampFacts = async (tx: Tx, plantId: string, at: Date, isPast: boolean): Promise<LampFactRow[]> => {
  const until = at.toISOString()
  const { rows } = await tx.execute<LampFactRow>(sql`
    select unit.unit as cu, unit.cu_type, unit.id as unit_id, unit.added_at, lamp.addr, lamp.serial, lamp.parity, lamp.rated_min, lamp.mode,
      lamp.mode_since, lamp.reported, lamp.found, (lamp.detail -> 'params' ->> 'durataTest')::int as test_s, note.description, note.location,
      unproven.since as unproven_since, ${isPast ? pastColumns(until) : presentColumns}
    from ${centralUnitTable} as unit
      join ${lampTable} as lamp on lamp.central_unit_id = unit.id
      left join ${lampNoteTable} as note on note.central_unit_id = unit.id and note.serial = lamp.serial
      left join (
        select item.central_unit_id, item.serial, min(item.added_at) as since from ${roundItemTable} as item
        where item.plant_id = ${plantId} and item.proof <> 'report' and item.added_at <= ${until}
          and (item.state in ('open', 'done', 'left') or (item.state = 'closed' and item.closed_at > ${until}))
        group by item.central_unit_id, item.serial
      ) as unproven on unproven.central_unit_id = unit.id and unproven.serial = lamp.serial
    where unit.plant_id = ${plantId} and unit.removed_at is null and unit.acquired and lamp.type = 'emergency'
      and unit.added_at <= ${until}
    order by unit.unit, lamp.addr`)
  return rows
}

type Place = { unit_id: string; addr: number; serial: string }

/** Since when these lamps have been at their addresses, by their recorded changes; keyed by unit and address. */
export const listFirstSeen = async (tx: Tx, places: readonly Place[]): Promise<Map<string, Date>> => {
  if (places.length === 0) return new Map()
  const { rows } = await tx.execute<{ unit_id: string; addr: number; since: Time }>(sql`
    select asked.unit_id, asked.addr, min(change.at) as since
    from unnest(${sql.param(places.map((one) => one.unit_id))}::uuid[], ${sql.param(places.map(({ addr }) => addr))}::int[],
        ${sql.param(places.map(({ serial }) => serial))}::text[]) as asked (unit_id, addr, serial)
      join ${lampChangeTable} as change
        on change.central_unit_id = asked.unit_id and change.addr = asked.addr and change.serial = asked.serial
    group by asked.unit_id, asked.addr`)
  return new Map(rows.map(({ unit_id, addr, since }) => [`${unit_id} ${addr}`, new Date(since)]))
}

export const listFirstResults = async (tx: Tx, serials: readonly string[]): Promise<Map<string, Date>> => {
  if (serials.length === 0) return new Map()
  const { rows } = await tx.execute<{ serial: string; first: Time | null }>(sql`
    select serial, (select min(result.at) from ${testResultTable} as result where result.serial = asked.serial) as first
    from unnest(${sql.param(serials)}::text[]) as asked (serial)`)
  return new Map(rows.flatMap(({ serial, first }) => (first ? [[serial, new Date(first)] as const] : [])))
}

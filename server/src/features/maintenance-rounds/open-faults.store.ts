import type { FaultCode, FaultProof } from '@vigilux/contract/features/maintenance-rounds/fault-proof.rules.ts'
import type { NotNowReason } from '@vigilux/contract/features/maintenance-rounds/work.ts'
import { type SQL, sql } from 'drizzle-orm'
import { contains } from '../../kernel/text-search.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { lampNoteTable, lampProductTable, lampTable } from '../../tables/lamps.schema.ts'
import { type FailedTestColumns, failedTestColumns, joinFailedTest } from './failed-tests.store.ts'
import { roundItemTable } from './maintenance-rounds.schema.ts'
import { joinPlaces, type PlacedRow, placeColumns } from './places.store.ts'

/** An open fault, as a database row. */
export type FaultRow = PlacedRow &
  FailedTestColumns & {
    topic: string
    addr: number | null
    serial: string
    error: FaultCode
    is_emergency: boolean
    reported: boolean
    /** For a fault left by a round: the proof it needs. */
    proof: FaultProof | null
    not_now: NotNowReason | null
    product_code: string | null
    description: string | null
    location: string | null
  }

/**
 * Faults reported by units and faults left unproven by a round, except those of a round in progress. `serial` is empty
 * for a fault of the unit itself.
 */
const openFaults = (plantId: string): SQL => sql`
  with reported as (
    select unit.id as unit_id, unit.unit as topic, lamp.addr, lamp.serial, error, lamp.type = 'emergency' as is_emergency
    from ${centralUnitTable} as unit join ${lampTable} as lamp on lamp.central_unit_id = unit.id
      cross join unnest(lamp.errors) as error
    where unit.plant_id = ${plantId} and unit.acquired and unit.removed_at is null
    union all
    select unit.id, unit.unit, null, '', error, false
    from ${centralUnitTable} as unit cross join unnest(unit.errors) as error
    where unit.plant_id = ${plantId} and unit.acquired and unit.removed_at is null
  ), live as (
    select item.central_unit_id, item.serial, item.error, item.state, item.not_now, item.proof, unit.unit as topic
    from ${roundItemTable} as item join ${centralUnitTable} as unit on unit.id = item.central_unit_id
    where item.plant_id = ${plantId} and item.state in ('open', 'done', 'left')
  ), known as (
    select coalesce(reported.unit_id, live.central_unit_id) as unit_id, coalesce(reported.topic, live.topic) as topic,
      coalesce(reported.serial, live.serial) as serial, coalesce(reported.error, live.error) as error,
      reported.addr as reported_addr, coalesce(reported.is_emergency, false) as is_emergency,
      reported.unit_id is not null as reported, live.not_now, live.proof
    from reported full join live
      on live.central_unit_id = reported.unit_id and live.serial = reported.serial and live.error = reported.error
    where live.state is null or live.state = 'left'
  ), fault as (
    select known.*, coalesce(known.reported_addr, listed.addr) as addr, listed.product_code
    from known left join lateral (
      select lamp.addr, coalesce(named.product_code, lamp.product_code) as product_code from ${lampTable} as lamp
        left join ${lampProductTable} as named
          on named.central_unit_id = lamp.central_unit_id and named.serial = lamp.serial
      where lamp.central_unit_id = known.unit_id and lamp.serial = known.serial and known.serial <> ''
      order by lamp.addr limit 1) as listed on true
  ), shown as (
    select fault.*, note.description, note.location, ${placeColumns}, ${failedTestColumns}
    from fault left join ${lampNoteTable} as note
      on note.central_unit_id = fault.unit_id and note.serial = fault.serial and fault.serial <> ''
      ${joinPlaces} ${joinFailedTest}
  )`

export type FaultFilter = { plantId: string; topic?: string | undefined; search: string }

/** Columns of `openFaults` for the search. */
const faultTexts = [sql`serial`, sql`description`, sql`location`, sql`room`, sql`floor`, sql`building`]

const matchesFilter = ({ topic, search }: FaultFilter): SQL => {
  const text = search.trim()
  const number = /^\d{1,4}$/.test(text) ? Number(text) : null
  const textConditions = faultTexts.map((column) => contains(column, text))
  const matchesText = sql`(${sql.join(textConditions, sql` or `)} or addr = ${number}::int)`
  return sql`${topic ? sql`topic = ${topic}` : sql`true`} and ${text === '' ? sql`true` : matchesText}`
}

/** A page of a plant's open faults outside any round, by unit and lamp. */
export const listOpenFaults = async (
  tx: Tx,
  filter: FaultFilter,
  span: { offset: number; limit: number },
): Promise<FaultRow[]> => {
  const { rows } = await tx.execute<FaultRow>(sql`${openFaults(filter.plantId)}
    select topic, addr, serial, error, is_emergency, reported, proof, not_now, product_code, description, location,
      building, floor, room, open_kind, open_at, open_reason, open_s, open_rated_min
    from shown where ${matchesFilter(filter)}
    order by topic, addr nulls first, serial, error offset ${span.offset} limit ${span.limit}`)
  return rows
}

export const countOpenFaults = async (tx: Tx, filter: FaultFilter): Promise<number> => {
  const { rows } = await tx.execute<{ n: number }>(
    sql`${openFaults(filter.plantId)} select count(*)::int as n from shown where ${matchesFilter(filter)}`,
  )
  return rows[0]?.n ?? 0
}

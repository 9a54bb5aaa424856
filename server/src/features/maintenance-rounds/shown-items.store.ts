import type { HeldReason } from '@vigilux/contract/features/emergency-tests/held-test.ts'
import type { TestKind, TestRunState } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { FaultCode, FaultProof } from '@vigilux/contract/features/maintenance-rounds/fault-proof.rules.ts'
import type { RoundItemState } from '@vigilux/contract/features/maintenance-rounds/round.ts'
import type { NotNowReason, WorkKind } from '@vigilux/contract/features/maintenance-rounds/work.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { lampNoteTable, lampProductTable, lampTable } from '../../tables/lamps.schema.ts'
import { heldTestTable, testResultTable, testRunTable } from '../emergency-tests/emergency-tests.schema.ts'
import { logbookEntryTable } from '../logbook/logbook.schema.ts'
import { type FailedTestColumns, failedTestColumns, joinFailedTest } from './failed-tests.store.ts'
import { roundItemTable } from './maintenance-rounds.schema.ts'
import { joinPlaces, type PlacedRow, placeColumns } from './places.store.ts'

type Time = Date | string

export type ShownItem = PlacedRow &
  FailedTestColumns & {
    id: string
    topic: string
    addr: number | null
    serial: string
    error: FaultCode
    proof: FaultProof
    state: RoundItemState
    product_code: string | null
    description: string | null
    location: string | null
    not_now: NotNowReason | null
    not_now_by: string | null
    not_now_at: Time | null
    work: WorkKind | null
    work_at: Time | null
    said_at: Time | null
    work_by_name: string | null
    work_note: string
    photos: string[]
    is_kept: boolean
    work_entry: number | null
    held_kind: TestKind | null
    held_state: 'waiting' | 'over' | 'cancelled' | null
    held_reason: HeldReason | null
    charged_at: Time | null
    charges_from: Time | null
    test_id: string | null
    test_state: TestRunState | null
    own_result_at: Time | null
    failed_test_id: string | null
    failed_at: Time | null
    failed_s: number | null
    failed_rated_min: number | null
    closed_at: Time | null
    closed_by: 'test' | 'report' | null
    closed_test_id: string | null
    closed_entry: number | null
  }

/** Items of a round, a single one, or those of a lamp until their proof. */
export type ItemFilter = { roundId: string } | { itemId: string } | { plantId: string; topic: string; lamp: number }

const matchesFilter = (filter: ItemFilter): SQL => {
  if ('roundId' in filter) return sql`item.round_id = ${filter.roundId}`
  if ('itemId' in filter) return sql`item.id = ${filter.itemId}`
  return sql`item.plant_id = ${filter.plantId} and item.state in ('open', 'done', 'left') and item.serial <> ''
    and unit.unit = ${filter.topic} and unit.removed_at is null and item.serial = (
      select own.serial from ${lampTable} as own where own.central_unit_id = unit.id and own.addr = ${filter.lamp})`
}

/** Items for display. A lamp listed twice by its unit appears at its first address. */
export const readItems = async (tx: Tx, itemFilter: ItemFilter): Promise<ShownItem[]> => {
  const { rows } = await tx.execute<ShownItem>(sql`
    with fault as (
      select item.*, item.central_unit_id as unit_id, unit.unit as topic, listed.addr as addr_now, listed.product_code
      from ${roundItemTable} as item join ${centralUnitTable} as unit on unit.id = item.central_unit_id
        left join lateral (
          select lamp.addr, coalesce(named.product_code, lamp.product_code) as product_code from ${lampTable} as lamp
            left join ${lampProductTable} as named
              on named.central_unit_id = lamp.central_unit_id and named.serial = lamp.serial
          where lamp.central_unit_id = item.central_unit_id and item.serial <> ''
            and (lamp.serial = item.serial or (item.work = 'lampReplaced' and lamp.addr = item.addr))
          order by lamp.serial = item.serial desc, lamp.addr limit 1) as listed on unit.removed_at is null
      where ${matchesFilter(itemFilter)}
    )
    select fault.id, fault.topic, fault.addr_now as addr, fault.serial, fault.error, fault.proof, fault.state,
      fault.product_code, note.description, note.location, ${placeColumns}, ${failedTestColumns},
      fault.not_now, fault.not_now_by, fault.not_now_at, fault.work, fault.work_at, fault.said_at, fault.work_by_name,
      fault.work_note, fault.photos, fault.is_kept, repair.no as work_entry,
      held.kind as held_kind, held.state as held_state, held.reason as held_reason, held.charged_at, held.charges_from,
      held.test_id, run.state as test_state, passed.at as own_result_at,
      fault.failed_test_id, failed.at as failed_at, failed.measured_s as failed_s, failed.rated_min as failed_rated_min,
      fault.closed_at, fault.closed_by, fault.closed_test_id, remedy.no as closed_entry
    from fault
      left join ${lampNoteTable} as note
        on note.central_unit_id = fault.unit_id and note.serial = fault.serial and fault.serial <> ''
      ${joinPlaces} ${joinFailedTest}
      left join ${heldTestTable} as held on held.id = fault.held_test_id
      left join ${testRunTable} as run on run.id = held.test_id
      left join lateral (
        select found.at from ${testResultTable} as found
        where found.test_id = held.test_id and found.result = 'passed'
          and (found.serial = fault.serial or (fault.work = 'lampReplaced' and found.lamp = fault.addr)) limit 1
      ) as passed on run.state in ('finished', 'stopped')
      left join lateral (
        select found.at, found.measured_s, found.rated_min from ${testResultTable} as found
        where found.test_id = fault.failed_test_id and (found.serial = fault.serial or found.lamp = fault.addr)
        order by (found.result = 'failed') desc limit 1
      ) as failed on true
      left join ${logbookEntryTable} as repair
        on repair.plant_id = fault.plant_id and repair.once = 'repair ' || fault.id || ' ' || fault.work_key
      left join ${logbookEntryTable} as remedy
        on remedy.plant_id = fault.plant_id and remedy.once = 'remedy ' || fault.id
    order by fault.topic, fault.addr nulls first, fault.serial, fault.error`)
  return rows
}

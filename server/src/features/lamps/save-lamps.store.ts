import { openLampFaults } from '@vigilux/contract/features/emergency-tests/lamp-safety.rules.ts'
import { conditionOf } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import { type LampError, type LampMode, shortDischarge } from '@vigilux/contract/features/lamps/lamp.ts'
import type { ReportedLamp } from '@vigilux/device-plane/central-unit-type.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import type { LampRow, Place } from './lamps.store.ts'

/** A reported lamp, with the number of its message. */
export type LampReport = { centralUnitId: string; boot: number; seq: number; at: Date; lamp: ReportedLamp }

const joinValues = (values: readonly (string | number)[]): string => values.join(',')

/** A reported lamp with its faults, including previously known ones. */
type JudgedReport = LampReport & { reported: LampError[]; found: LampError[]; errors: LampError[] }

/** One array per column: a cheap statement of fixed length, however many lamps it carries. */
const columnsOf = (reports: JudgedReport[]) => {
  const column = <T>(value: (one: JudgedReport) => T) => sql.param(reports.map(value))
  return {
    centralUnitId: column((one) => one.centralUnitId),
    addr: column((one) => one.lamp.addr),
    serial: column((one) => one.lamp.serial),
    type: column((one) => one.lamp.type),
    function: column((one) => one.lamp.function),
    mode: column((one) => one.lamp.mode),
    reported: column((one) => joinValues(one.reported)),
    found: column((one) => joinValues(one.found)),
    errors: column((one) => joinValues(one.errors)),
    hasFaults: column((one) => one.reported.length > 0 || one.found.includes(shortDischarge)),
    condition: column((one) => conditionOf({ mode: one.lamp.mode, errors: one.errors }, true)),
    battery: column((one) => one.lamp.batteryPercent),
    dimming: column((one) => one.lamp.levelPercent),
    groups: column((one) => joinValues(one.lamp.groups)),
    parity: column((one) => one.lamp.parity),
    ratedMin: column((one) => one.lamp.ratedMin),
    productCode: column((one) => one.lamp.productCode),
    softwareVersion: column((one) => one.lamp.softwareVersion),
    boot: column((one) => one.boot),
    seq: column((one) => one.seq),
    at: column((one) => one.at.toISOString()),
  }
}

/** The newest report of each item in a batch, by message number. */
export const newestReports = <Report extends { boot: number; seq: number }>(
  reports: readonly Report[],
  keyOf: (one: Report) => string,
): Report[] => {
  const newest = new Map<string, Report>()
  for (const report of reports) {
    const key = keyOf(report)
    const other = newest.get(key)
    if (!other || report.boot > other.boot || (report.boot === other.boot && report.seq >= other.seq))
      newest.set(key, report)
  }
  return [...newest.values()]
}

/** A saved lamp: its changes, and its previous mode. */
export type SavedLamp = Place & {
  countsChanged: boolean
  /** Nothing was known of its address. */
  isFirst: boolean
  /** Nothing was known of its address, or another lamp was there. */
  isOther: boolean
  modeBefore: LampMode | null
}

const keyOf = ({ centralUnitId, addr }: Place): string => `${centralUnitId} ${addr}`

/** A column of a reported lamp. A known lamp whose state is unknown keeps its value. */
const storedIfUnknown = (column: string): SQL =>
  sql.raw(`${column} = case when excluded.mode is null and known.serial = excluded.serial
        then known.${column} else excluded.${column} end`)

type KnownFaults = Place & Pick<LampRow, 'serial' | 'reported' | 'found'>

/** Faults of these lamps missing from the present report. */
const knownFaults = async (tx: Tx, reports: readonly LampReport[]): Promise<Map<string, KnownFaults>> => {
  const { rows } = await tx.execute<KnownFaults>(sql`
    select lamp.central_unit_id as "centralUnitId", lamp.addr, lamp.serial, lamp.reported, lamp.found
    from unnest(${sql.param(reports.map(({ centralUnitId }) => centralUnitId))}::uuid[],
      ${sql.param(reports.map(({ lamp }) => lamp.addr))}::int[], ${sql.param(reports.map(({ lamp }) => lamp.mode === null))}::bool[])
      as reported (unit, addr, is_unknown)
      join lamp on lamp.central_unit_id = reported.unit and lamp.addr = reported.addr
    where lamp.found <> '{}' or (reported.is_unknown and lamp.reported <> '{}')`)
  return new Map(rows.map((row) => [keyOf(row), row]))
}

/**
 * With an unknown state (mode null) a lamp keeps its reported faults, and new ones are added. The platform's findings
 * stay, except the battery result of a previous lamp.
 */
const judge = (report: LampReport, knownLamp: KnownFaults | undefined): JudgedReport => {
  const { lamp } = report
  const isSame = knownLamp?.serial === lamp.serial
  const keptFaults = knownLamp && isSame && lamp.mode === null ? knownLamp.reported : []
  const reportedFaults = [...new Set([...keptFaults, ...lamp.errors])]
  const found = knownLamp ? knownLamp.found.filter((code) => isSame || code !== shortDischarge) : []
  return { ...report, reported: reportedFaults, found, errors: openLampFaults({ reported: reportedFaults, found }) }
}

/**
 * Saves reported lamps, unless newer data is stored or the unit's later list excludes the address; returns the saved
 * lamps. For another lamp at an address, only data of this or a later message is kept.
 */
export const saveLamps = async (tx: Tx, reports: LampReport[]): Promise<SavedLamp[]> => {
  const newest = newestReports(reports, (one) => keyOf({ centralUnitId: one.centralUnitId, addr: one.lamp.addr }))
  const knownByLamp = await knownFaults(tx, newest)
  const rows = columnsOf(newest.map((one) => judge(one, knownByLamp.get(keyOf({ ...one, addr: one.lamp.addr })))))
  type Row = Place & { counted: string; serial: string; mode: LampMode | null; isSaved: boolean }
  const { rows: savedRows } = await tx.execute<Row>(sql`
    with reported as (
      select reported.*
      from unnest(${rows.centralUnitId}::uuid[], ${rows.addr}::int[], ${rows.serial}::text[], ${rows.type}::text[],
        ${rows.function}::text[], ${rows.mode}::text[], ${rows.reported}::text[], ${rows.found}::text[], ${rows.errors}::text[],
        ${rows.hasFaults}::bool[], ${rows.condition}::text[],
        ${rows.battery}::real[], ${rows.dimming}::real[], ${rows.groups}::text[], ${rows.parity}::text[],
        ${rows.ratedMin}::int[], ${rows.productCode}::text[], ${rows.softwareVersion}::text[],
        ${rows.boot}::bigint[], ${rows.seq}::bigint[], ${rows.at}::timestamptz[])
        as reported (unit, addr, serial, type, function, mode, reported, found, errors, has_faults, condition, battery, dimming,
          groups, parity, rated_min, product_code, software_version, boot, seq, at)
        left join lamp_list as list on list.central_unit_id = reported.unit
      where list.boot is null or (list.boot, list.seq) <= (reported.boot, reported.seq) or reported.addr = any (list.addrs)
    ), before as (
      select lamp.central_unit_id, lamp.addr, lamp.serial, lamp.mode,
        (lamp.condition, lamp.type, lamp.errors, lamp.serial)::text as counted
      from lamp join reported on lamp.central_unit_id = reported.unit and lamp.addr = reported.addr
    ), saved as (
    insert into lamp as known (central_unit_id, addr, serial, type, function, mode, mode_since, reported, found, errors, faults_since,
      condition, condition_since, battery, dimming, groups, parity, rated_min, product_code, software_version, boot, seq, reported_at)
    select unit, addr, serial, type, function, mode, at, string_to_array(reported, ','), string_to_array(found, ','),
      string_to_array(errors, ','), case when has_faults then at end, condition, at,
      battery, dimming, string_to_array(groups, ',')::int[], parity, rated_min, product_code, software_version, boot, seq, at
    from reported
    on conflict (central_unit_id, addr) do update set
      serial = excluded.serial, ${storedIfUnknown('type')}, ${storedIfUnknown('function')}, mode = excluded.mode,
      mode_since = case when known.mode is not distinct from excluded.mode and known.serial = excluded.serial
        then known.mode_since else excluded.mode_since end,
      reported = excluded.reported, found = excluded.found, errors = excluded.errors,
      faults_since = case when excluded.faults_since is null then null
        when known.serial = excluded.serial then coalesce(known.faults_since, excluded.faults_since) else excluded.faults_since end,
      condition = excluded.condition,
      condition_since = case when known.condition = excluded.condition then known.condition_since
        else excluded.condition_since end,
      ${storedIfUnknown('battery')}, ${storedIfUnknown('dimming')}, ${storedIfUnknown('groups')}, ${storedIfUnknown('parity')},
      rated_min = coalesce(excluded.rated_min, known.rated_min),
      product_code = coalesce(excluded.product_code, known.product_code),
      software_version = coalesce(excluded.software_version, known.software_version),
      detail = case when known.serial = excluded.serial then known.detail end,
      detail_boot = case when known.serial = excluded.serial then known.detail_boot else excluded.boot end,
      detail_seq = case when known.serial = excluded.serial then known.detail_seq else excluded.seq - 1 end,
      uv_ends_at = case when known.serial = excluded.serial then known.uv_ends_at end,
      boot = excluded.boot, seq = excluded.seq, reported_at = excluded.reported_at
    where (known.boot, known.seq) < (excluded.boot, excluded.seq)
    returning central_unit_id, addr, serial, mode, (condition, type, errors, serial)::text as counted
    )
    select central_unit_id as "centralUnitId", addr, serial, counted, mode, true as "isSaved" from saved
    union all select central_unit_id, addr, serial, counted, mode, false from before`)
  // Compared here: the database cannot estimate the number of rows, and would use a nested loop.
  const before = new Map(savedRows.filter(({ isSaved }) => !isSaved).map((row) => [keyOf(row), row]))
  return savedRows
    .filter(({ isSaved }) => isSaved)
    .map((row) => {
      const old = before.get(keyOf(row))
      const { centralUnitId, addr } = row
      const stateBefore = { countsChanged: old?.counted !== row.counted, isFirst: !old, modeBefore: old?.mode ?? null }
      return { centralUnitId, addr, ...stateBefore, isOther: old?.serial !== row.serial }
    })
}

import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import {
  lampCountWarnings,
  withoutLampCountWarnings,
} from '@vigilux/contract/features/central-units/lamp-counts.rules.ts'
import type { UnitEntryKind } from '@vigilux/contract/features/logbook/unit-entry.ts'
import type { ReportedNetwork, ReportedState } from '@vigilux/device-plane/central-unit-type.ts'
import type { ShadowUpdate } from '@vigilux/device-plane/device-updates.ts'
import { unitId } from '@vigilux/device-plane/topics.ts'
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { User } from '../../kernel/caller.ts'
import { endUnitCauses } from '../../kernel/notice-causes.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { EnrolledUnit } from '../../kernel/unit-register.ts'
import type { Work } from '../../kernel/work.ts'
import { typeNameOf } from '../../ports/device.ts'
import type { Ports } from '../../ports/ports.ts'
import { type CentralUnitRow, centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { listWorkingUnits } from '../commands/index.ts'
import { addEntries, entryOfUnit, type Person } from '../logbook/index.ts'
import { isVisibleTo } from '../members/index.ts'
import { toCentralUnit } from './central-unit-view.ts'
import { unitsChanged } from './central-units.domain-events.ts'
import { findEnabledFilter } from './enabled-types.store.ts'
import { endOpenEnrolment } from './enrolments.store.ts'
import { removedUnits } from './removed-units.ts'
import { findLinks } from './unit-links.store.ts'

const isPresent = isNull(centralUnitTable.removedAt)

export const listUnitRows = (tx: Tx, plantIds: string[]): Promise<CentralUnitRow[]> =>
  plantIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(centralUnitTable)
        .where(and(inArray(centralUnitTable.plantId, plantIds), isPresent))
        .orderBy(centralUnitTable.addedAt, centralUnitTable.unit)

type UnitPage = { caller: User; now: Date; after: string | undefined; limit: number }

/** Units in all plants of a person after the given one, in the order in which they were added. */
export const listVisibleUnitRows = async (
  tx: Tx,
  { caller, now, after, limit }: UnitPage,
): Promise<CentralUnitRow[]> => {
  const { addedAt, id } = centralUnitTable
  const rows = await tx
    .select({ unit: centralUnitTable })
    .from(centralUnitTable)
    .innerJoin(plantTable, eq(plantTable.id, centralUnitTable.plantId))
    .where(
      and(
        isPresent,
        isNull(plantTable.removedAt),
        isVisibleTo(caller, now),
        after
          ? sql`(${addedAt}, ${id}) > (select before.added_at, before.id from central_unit before where before.id = ${after})`
          : undefined,
      ),
    )
    .orderBy(asc(addedAt), asc(id))
    .limit(limit)
  return rows.map(({ unit }) => unit)
}

/** Rows with their connection, working state and enabled state, as members see them. */
export const viewUnits = async (
  { tx, ports, now }: { tx: Tx; ports: Pick<Ports, 'devices'>; now: Date },
  rows: CentralUnitRow[],
): Promise<CentralUnit[]> => {
  const plantIds = [...new Set(rows.map((row) => row.plantId))]
  const links = await findLinks(tx, [...new Set(rows.map((row) => row.unit))])
  const workingUnits = await listWorkingUnits(tx, plantIds, now)
  const isEnabled = await findEnabledFilter(tx, plantIds, now)
  return rows.map((row) =>
    toCentralUnit(row, {
      typeName: typeNameOf(ports.devices, row.cuType),
      link: links.get(row.unit),
      working: workingUnits.has(`${row.plantId} ${row.unit}`),
      enabled: isEnabled(row),
    }),
  )
}

export const findUnit = async (
  tx: Tx,
  plantId: string,
  { topic }: { topic: string },
): Promise<CentralUnitRow | undefined> => {
  const [row] = await tx
    .select()
    .from(centralUnitTable)
    .where(and(eq(centralUnitTable.plantId, plantId), eq(centralUnitTable.unit, topic), isPresent))
  return row
}

/** A unit of the plant by its row id, including removed ones. */
export const findUnitById = async (tx: Tx, plantId: string, id: string): Promise<CentralUnitRow | undefined> => {
  const [row] = await tx
    .select()
    .from(centralUnitTable)
    .where(and(eq(centralUnitTable.plantId, plantId), eq(centralUnitTable.id, id)))
  return row
}

/** Rows of a unit in every plant, the enrolled one first. */
export const listRowsOfUnit = (tx: Tx, unit: string): Promise<CentralUnitRow[]> =>
  tx
    .select()
    .from(centralUnitTable)
    .where(and(eq(centralUnitTable.unit, unit), isPresent))
    .orderBy(desc(centralUnitTable.acquired))

export const findAcquiredUnits = async (tx: Tx, units: string[]): Promise<Map<string, EnrolledUnit>> => {
  if (units.length === 0) return new Map()
  const { id, plantId, unit, cuType, cuId, life } = centralUnitTable
  const rows = await tx
    .select({ id, plantId, unit, cuType, cuId, life })
    .from(centralUnitTable)
    .where(and(inArray(centralUnitTable.unit, units), eq(centralUnitTable.acquired, true), isPresent))
  return new Map(rows.map((row) => [row.unit, row]))
}

export const listUnitsById = (tx: Tx, ids: string[]): Promise<CentralUnitRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(centralUnitTable)
        .where(and(inArray(centralUnitTable.id, ids), isPresent))

export const insertUnit = async (
  work: Work,
  row: Pick<CentralUnitRow, 'plantId' | 'cuType' | 'cuId' | 'description' | 'location' | 'addedAt'> & {
    replaces?: string
  },
): Promise<CentralUnitRow | undefined> => {
  const [inserted] = await work.tx
    .insert(centralUnitTable)
    .values({ ...row, unit: unitId(row.cuType, row.cuId) })
    .onConflictDoNothing()
    .returning()
  work.emit(unitsChanged)
  return inserted
}

/** Saves the texts if the version is unchanged; undefined after a concurrent save. */
export const updateUnitTextsIfVersion = async (
  tx: Tx,
  { id, version }: { id: string; version: number },
  texts: { description: string; location?: string | undefined },
): Promise<CentralUnitRow | undefined> => {
  const { description, location } = texts
  const table = centralUnitTable
  const [row] = await tx
    .update(table)
    .set({ description, ...(location === undefined ? {} : { location }), version: sql`${table.version} + 1` })
    .where(and(eq(table.id, id), eq(table.version, version), isPresent))
    .returning()
  return row
}

/** Removes a unit from the plant, ends its notices and records the removal in its logbook. Its history stays. */
export const removeUnit = async (
  work: Work,
  plantId: string,
  unit: string,
  removal: { at: Date; by: Person | null; kind?: UnitEntryKind },
): Promise<void> => {
  const { at, by, kind = 'unitRemoved' } = removal
  const rows = await work.tx
    .update(centralUnitTable)
    .set({ removedAt: at, acquired: false, unknownLife: null, unknownLifeSince: null })
    .where(and(eq(centralUnitTable.plantId, plantId), eq(centralUnitTable.unit, unit), isPresent))
    .returning({ centralUnitId: centralUnitTable.id, life: centralUnitTable.life })
  work.emit(unitsChanged)
  const ids = rows.map(({ centralUnitId }) => centralUnitId)
  await endUnitCauses(work.tx, { units: ids }, at)
  work.collect(removedUnits, ...ids)
  await endOpenEnrolment(work.tx, plantId, unit)
  addEntries(
    work,
    rows.map((row) => entryOfUnit({ ...row, plantId, unit, kind, at, by })),
  )
}

const networkColumns = (network: ReportedNetwork) => ({
  networkState: network.state,
  networkCode: network.plantCode,
  networkFound: network.found,
  networkExpected: network.expected,
})

/** Saves the newest shadow of a unit; returns the updated row, or undefined if the shadow is outdated. */
export const saveShadow = async (tx: Tx, id: string, update: ShadowUpdate, now: Date) => {
  const { shadowBoot, shadowSeq } = centralUnitTable
  const [savedUnit] = await tx
    .update(centralUnitTable)
    .set({
      shadow: update.shadow,
      ...(update.detail && { detail: update.detail }),
      shadowAt: now,
      shadowBoot: update.boot,
      shadowSeq: update.seq,
      ...networkColumns(update.shadow.network),
    })
    .where(
      and(
        eq(centralUnitTable.id, id),
        sql`(${shadowBoot}, ${shadowSeq}) < (${update.boot}::bigint, ${update.seq}::bigint)`,
      ),
    )
    .returning()
  return savedUnit
}

/** A unit's report about itself, with the number of its message. */
export type UnitStateReport = { id: string; boot: number; seq: number; unit: NonNullable<ReportedState['unit']> }

type UnitFaults = { onBattery: boolean; errors: string[] }
/** Change of a unit; before its first report it had no faults. */
export type UnitStateChange = { id: string; isFirst: boolean; before: UnitFaults; after: UnitFaults }

type SavedState = { id: string; isFirst: boolean; content: string; isSaved: boolean } & UnitFaults

/** One array per column: a statement of fixed length however many units it carries. */
const stateColumns = (reports: readonly UnitStateReport[]) => {
  const column = <T>(value: (one: UnitStateReport) => T) => sql.param(reports.map(value))
  return {
    id: column((one) => one.id),
    boot: column((one) => one.boot),
    seq: column((one) => one.seq),
    onBattery: column((one) => one.unit.onBattery),
    errors: column((one) => one.unit.errors.join(',')),
    warnings: column((one) => withoutLampCountWarnings(one.unit.warnings).join(',')),
    network: column((one) => one.unit.network?.state ?? null),
    code: column((one) => one.unit.network?.plantCode ?? null),
    found: column((one) => one.unit.network?.found ?? null),
    expected: column((one) => one.unit.network?.expected ?? null),
  }
}

/**
 * Saves the newest state of units, one report each; returns the changed ones. Warnings derived from lamp counts stay,
 * whatever the units report.
 */
export const saveUnitStates = async (work: Work, reports: readonly UnitStateReport[]): Promise<UnitStateChange[]> => {
  if (reports.length === 0) return []
  const columns = stateColumns(reports)
  const { rows } = await work.tx.execute<SavedState>(sql`
    with reported as (
      select * from unnest(${columns.id}::uuid[], ${columns.boot}::bigint[], ${columns.seq}::bigint[],
        ${columns.onBattery}::boolean[], ${columns.errors}::text[], ${columns.warnings}::text[], ${columns.network}::text[],
        ${columns.code}::int[], ${columns.found}::int[], ${columns.expected}::int[])
        as reported (id, boot, seq, on_battery, errors, warnings, network, code, found, expected)
    ), before as (
      select id, state_boot < 0 as "isFirst", on_battery as "onBattery", errors,
        (on_battery, errors, warnings, network_state, network_code, network_found, network_expected)::text as content
      from central_unit where id in (select id from reported)
    ), saved as (
      update central_unit as known set
        state_boot = reported.boot, state_seq = reported.seq, on_battery = reported.on_battery,
        errors = string_to_array(reported.errors, ','),
        warnings = string_to_array(reported.warnings, ',')
          || array(select code from unnest(known.warnings) as code where code = any (${sql.param([...lampCountWarnings])}::text[])),
        network_state = coalesce(reported.network, known.network_state),
        network_code = case when reported.network is null then known.network_code else reported.code end,
        network_found = coalesce(reported.found, known.network_found),
        network_expected = case when reported.network is null then known.network_expected else reported.expected end
      from reported
      where known.id = reported.id and (known.state_boot, known.state_seq) < (reported.boot, reported.seq)
      returning known.id, false as "isFirst", known.on_battery as "onBattery", known.errors, (known.on_battery, known.errors, known.warnings, known.network_state, known.network_code,
        known.network_found, known.network_expected)::text as content
    )
    select *, true as "isSaved" from saved union all select *, false from before`)
  const before = new Map(rows.filter(({ isSaved }) => !isSaved).map((row) => [row.id, row]))
  const changedUnits = rows.flatMap((after): UnitStateChange[] => {
    const stateBefore = after.isSaved ? before.get(after.id) : undefined
    return stateBefore && stateBefore.content !== after.content
      ? [{ id: after.id, isFirst: stateBefore.isFirst, before: stateBefore, after }]
      : []
  })
  if (changedUnits.length > 0) work.emit(unitsChanged)
  return changedUnits
}

/** Saves the lamp counts of units in one statement. */
export const saveLampCounts = async (
  work: Work,
  countsByUnit: ReadonlyMap<string, CentralUnitRow['counts']>,
): Promise<void> => {
  if (countsByUnit.size === 0) return
  const counts = [...countsByUnit.values()].map((one) => JSON.stringify(one))
  await work.tx.execute(sql`
    update central_unit set counts = input.counts::jsonb
    from unnest(${sql.param([...countsByUnit.keys()])}::uuid[], ${sql.param(counts)}::text[]) as input (id, counts)
    where central_unit.id = input.id`)
  work.emit(unitsChanged)
}

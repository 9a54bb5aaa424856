import type { GearDetail } from '@vigilux/contract/features/lamps/gear-detail.ts'
import { conditionOf } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { and, asc, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import {
  isNoteOfLamp,
  isProductOfLamp,
  lampColumns,
  lampNoteTable,
  lampProductTable,
  lampTable,
} from '../../tables/lamps.schema.ts'
import { centralUnitTable, isConnected, type UnitLink } from '../central-units/index.ts'

export type LampRow = typeof lampTable.$inferSelect

/** Address of a lamp. */
export type Place = { centralUnitId: string; addr: number }

/** Columns of a list, which reads a thousand lamps: each further column costs time. */
const shownColumns = {
  unit: centralUnitTable.unit,
  life: centralUnitTable.life,
  row: {
    addr: lampTable.addr,
    serial: lampTable.serial,
    type: lampTable.type,
    function: lampTable.function,
    mode: lampTable.mode,
    errors: lampTable.errors,
    conditionSince: lampTable.conditionSince,
    battery: lampTable.battery,
    dimming: lampTable.dimming,
    groups: lampTable.groups,
    parity: lampTable.parity,
    ratedMin: lampTable.ratedMin,
    productCode: lampColumns.productCode,
    softwareVersion: lampTable.softwareVersion,
    detail: lampTable.detail,
    reportedAt: lampTable.reportedAt,
  },
  productByHand: lampProductTable.productCode,
  description: lampNoteTable.description,
  location: lampNoteTable.location,
  notes: lampNoteTable.notes,
  version: lampNoteTable.version,
}

const listedColumns = {
  ...shownColumns,
  row: lampColumns,
  reportedProduct: lampTable.productCode,
  notesBy: lampNoteTable.notesBy,
  notesAt: lampNoteTable.notesAt,
}

const selectShown = (tx: Tx) =>
  tx
    .select(shownColumns)
    .from(lampTable)
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, lampTable.centralUnitId))
    .leftJoin(lampNoteTable, isNoteOfLamp)
    .leftJoin(lampProductTable, isProductOfLamp)

type ShownLampRow = Awaited<ReturnType<typeof selectShown>>[number]

const selectLamps = (tx: Tx) =>
  tx
    .select(listedColumns)
    .from(lampTable)
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, lampTable.centralUnitId))
    .leftJoin(lampNoteTable, isNoteOfLamp)
    .leftJoin(lampProductTable, isProductOfLamp)

export type ListedLampRow = Awaited<ReturnType<typeof selectLamps>>[number]

/** A lamp as members see it: offline while its unit is not connected, whatever it last reported. */
export const toLamp = (
  { unit, life, row, productByHand, description, location, notes, version }: ShownLampRow,
  link: UnitLink | undefined,
): Lamp => {
  const connected = isConnected({ life }, link)
  return {
    cu: unit,
    id: row.addr,
    serial: row.serial,
    type: row.type,
    function: row.function,
    description: description ?? '',
    location: location ?? '',
    notes: notes ?? '',
    version: version ?? 0,
    product_code: row.productCode,
    ...(productByHand !== null && { product_by_hand: true as const }),
    groups: row.groups,
    line: row.detail?.line ?? null,
    parity: row.parity,
    mode: row.mode,
    errors: row.errors,
    condition: conditionOf({ mode: row.mode, errors: row.errors }, connected),
    battery: row.battery,
    dimming: row.dimming,
    autonomy: row.ratedMin,
    software_version: row.softwareVersion,
    reported_at: row.reportedAt.toISOString(),
    condition_since: (connected ? row.conditionSince : (link?.since ?? row.conditionSince)).toISOString(),
    ...pendingTestsOf(row.detail?.gear),
    ...(row.detail?.gear?.readAt && { read_at: row.detail.gear.readAt }),
  }
}

const pendingTestsOf = (gear: GearDetail | undefined): Pick<Lamp, 'pending_tests'> =>
  gear && (gear.pending.functional !== null || gear.pending.autonomy !== null) ? { pending_tests: gear.pending } : {}

const isAtOneOf = (places: readonly Place[]): SQL => {
  const units = sql.param(places.map(({ centralUnitId }) => centralUnitId))
  const addrs = sql.param(places.map(({ addr }) => addr))
  return sql`(${lampTable.centralUnitId}, ${lampTable.addr}) in (select * from unnest(${units}::uuid[], ${addrs}::int[]))`
}

/** Lamps of these units at these positions. */
export const findLamps = async (tx: Tx, places: readonly Place[]): Promise<ListedLampRow[]> => {
  const [place, ...otherPlaces] = places
  if (!place) return []
  // A single lamp, as for each command, by its key: PostgreSQL caches this plan, while planning a list each time costs
  // more than reading it.
  const isAt = and(eq(lampTable.centralUnitId, place.centralUnitId), eq(lampTable.addr, place.addr))
  return selectLamps(tx).where(otherPlaces.length === 0 ? isAt : isAtOneOf(places))
}

export type LampFilter = {
  unitIds: string[]
  types: readonly Lamp['type'][] | null
  after: { cu: string; id: number } | undefined
  limit: number
}

const filterOf = ({ unitIds, types }: LampFilter): SQL | undefined =>
  and(inArray(lampTable.centralUnitId, unitIds), types ? inArray(lampTable.type, [...types]) : undefined)

export const listLamps = (tx: Tx, filter: LampFilter): Promise<ShownLampRow[]> => {
  const { after, limit } = filter
  const isAfterCursor = after
    ? or(gt(centralUnitTable.unit, after.cu), and(eq(centralUnitTable.unit, after.cu), gt(lampTable.addr, after.id)))
    : undefined
  return selectShown(tx)
    .where(and(filterOf(filter), isAfterCursor))
    .orderBy(asc(centralUnitTable.unit), asc(lampTable.addr))
    .limit(limit)
}

export const countLamps = async (tx: Tx, filter: LampFilter): Promise<number> => {
  const [row] = await tx.select({ n: sql<number>`count(*)::int` }).from(lampTable).where(filterOf(filter))
  return row?.n ?? 0
}

/** The list of one unit as last reported, by position. */
export const listLampsOfUnit = (tx: Tx, centralUnitId: string): Promise<LampRow[]> =>
  tx
    .select(lampColumns)
    .from(lampTable)
    .leftJoin(lampProductTable, isProductOfLamp)
    .where(eq(lampTable.centralUnitId, centralUnitId))
    .orderBy(asc(lampTable.addr))

/** Counts of each unit's lamps, computed again. */
export const countByUnit = async (tx: Tx, unitIds: string[]) => {
  const countsByUnit = new Map(
    unitIds.map((id) => [
      id,
      {
        conditions: {} as Record<string, number>,
        types: {} as Record<string, number>,
        errors: {} as Record<string, number>,
        inhibited: 0,
        total: 0,
      },
    ]),
  )
  if (unitIds.length === 0) return countsByUnit
  const rows = await tx
    .select({
      id: lampTable.centralUnitId,
      condition: lampTable.condition,
      type: lampTable.type,
      n: sql<number>`count(*)::int`,
      inhibited: sql<number>`(count(*) filter (where ${lampTable.mode} in ('inhibited', 'rest')))::int`,
    })
    .from(lampTable)
    .where(inArray(lampTable.centralUnitId, unitIds))
    .groupBy(lampTable.centralUnitId, lampTable.condition, lampTable.type)
  for (const { id, condition, type, n, inhibited } of rows) {
    const unit = countsByUnit.get(id)
    if (!unit) continue
    unit.total += n
    unit.inhibited += inhibited
    unit.conditions[condition] = (unit.conditions[condition] ?? 0) + n
    unit.types[type] = (unit.types[type] ?? 0) + n
  }
  // Separate from the conditions: a lamp has one condition, and may have several faults, each of which counts.
  const { rows: faults } = await tx.execute<{ id: string; error: string; n: number }>(sql`
    select central_unit_id as id, error, count(distinct addr)::int as n
    from lamp cross join unnest(errors) as error
    where central_unit_id in (select * from unnest(${sql.param(unitIds)}::uuid[])) and errors <> '{}'
    group by central_unit_id, error`)
  for (const { id, error, n } of faults) {
    const unit = countsByUnit.get(id)
    if (unit) unit.errors[error] = n
  }
  return countsByUnit
}

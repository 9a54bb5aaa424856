import type {
  Scene,
  SceneActivation,
  SceneBlocker,
  SceneDraft,
  SceneLevel,
} from '@vigilux/contract/features/scenes/scene.ts'
import { and, asc, count, eq, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { type SceneRow, sceneLevelTable, sceneTable } from './scenes.schema.ts'
import { hasInput } from './unit-inputs.ts'

const table = sceneTable

const levels = sql<SceneLevel[]>`coalesce((
  select json_agg(json_build_object('id', aggregation.id, 'level', scene_level.level)
    order by lower(aggregation.name), aggregation.id)
  from scene_level
  join aggregation on aggregation.id = scene_level.aggregation_id
  join central_unit as its on its.id = aggregation.central_unit_id and its.removed_at is null
  where scene_level.scene_id = ${table.id}), '[]')`

/** SQL condition: the level reaches a unit with a lamp in these groups, or one without reported lamps so far. */
const reachesLamps = sql<boolean>`exists (
  select from scene_level
  join aggregation on aggregation.id = scene_level.aggregation_id
  join central_unit as its on its.id = aggregation.central_unit_id and its.removed_at is null
  where scene_level.scene_id = ${table.id} and scene_level.level is not null
    and (not exists (select from lamp where lamp.central_unit_id = its.id)
      or exists (select from lamp where lamp.central_unit_id = its.id and lamp.groups && aggregation.groups)))`

const selectScenes = (tx: Tx) =>
  tx
    .select({
      row: table,
      levels,
      reachesLamps,
      unit: centralUnitTable.unit,
      unitRemovedAt: centralUnitTable.removedAt,
      detail: centralUnitTable.detail,
      hasPosition: sql<boolean>`${plantTable.lat} is not null and ${plantTable.long} is not null`,
    })
    .from(table)
    .innerJoin(plantTable, eq(plantTable.id, table.plantId))
    .leftJoin(centralUnitTable, eq(centralUnitTable.id, table.inputUnitId))

type Row = Awaited<ReturnType<typeof selectScenes>>[number]

export type { SceneRow }

const activationOf = ({ row, unit }: Row): SceneActivation => {
  if (row.mode === 'input' && unit !== null && row.input !== null)
    return { mode: 'input', topic: unit, input: row.input }
  return row.mode === 'calendar' && row.calendar ? { mode: 'calendar', ...row.calendar } : { mode: 'manual' }
}

/** Why a scene is stopped: its missing part. */
const stopOf = ({ row, levels: all, unitRemovedAt, detail, ...columns }: Row): SceneBlocker | null => {
  if (row.mode === 'input' && (columns.unit === null || unitRemovedAt !== null)) return 'unitGone'
  if (row.mode === 'input' && row.input !== null && !hasInput(detail, row.input)) return 'inputGone'
  if (row.mode === 'calendar' && row.calendar?.time.kind !== 'exact' && !columns.hasPosition) return 'noPosition'
  if (all.length === 0) return 'noCollection'
  if (all.every(({ level }) => level === null)) return 'noLevel'
  return columns.reachesLamps ? null : 'noLamp'
}

const toScene = (found: Row): Scene => {
  const blocker = found.row.enabled ? stopOf(found) : null
  return {
    id: found.row.id,
    name: found.row.name,
    ramp: found.row.ramp,
    enabled: found.row.enabled && !blocker,
    stopped: blocker,
    collections: found.levels,
    activation: activationOf(found),
    saved_at: found.row.savedAt.toISOString(),
    version: found.row.version,
  }
}

/** A plant's scenes, by name. Aggregations of removed units are dropped. */
export const listScenes = async (tx: Tx, plantId: string): Promise<Scene[]> => {
  const rows = await selectScenes(tx)
    .where(eq(table.plantId, plantId))
    .orderBy(asc(sql`lower(${table.name})`), asc(table.id))
  return rows.map(toScene)
}

export const findScene = async (tx: Tx, plantId: string, id: string): Promise<Scene | undefined> => {
  const [row] = await selectScenes(tx).where(and(eq(table.plantId, plantId), eq(table.id, id)))
  return row && toScene(row)
}

export const countScenes = async (tx: Tx, plantId: string): Promise<number> => {
  const [row] = await tx.select({ number: count() }).from(table).where(eq(table.plantId, plantId))
  return row?.number ?? 0
}

/** Whether another scene of the plant has this name, ignoring case. */
export const isNameTaken = async (tx: Tx, plantId: string, name: string, exceptId: string): Promise<boolean> => {
  const rows = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.plantId, plantId), sql`lower(${table.name}) = lower(${name})`, ne(table.id, exceptId)))
  return rows.length > 0
}

/** Columns of a draft, without its aggregations. */
export type SceneFields = {
  draft: Pick<SceneDraft, 'name' | 'enabled' | 'ramp' | 'activation'>
  inputUnitId: string | null
  savedAt: Date
  due: Pick<SceneRow, 'dueAt' | 'dueIsRun' | 'dueFor'>
}

const columnsOf = ({ draft: { name, enabled, ramp, activation }, inputUnitId, savedAt, due }: SceneFields) => {
  const { mode } = activation
  const input = mode === 'input' ? activation.input : null
  const calendar =
    mode === 'calendar'
      ? (({ weekdays, time, period, skipHolidays }) => ({ weekdays, time, period, skipHolidays }))(activation)
      : null
  return { name, enabled, ramp, mode, inputUnitId, input, calendar, savedAt, ...due }
}

/** Saves a new scene; undefined when its name is taken, even by a concurrent insert. */
export const insertScene = async (tx: Tx, plantId: string, fields: SceneFields): Promise<string | undefined> => {
  const [row] = await tx
    .insert(table)
    .values({ plantId, ...columnsOf(fields) })
    .onConflictDoNothing()
    .returning({ id: table.id })
  return row?.id
}

/** Saves if the version matches the opened one; undefined after a concurrent change. */
export const updateSceneIfVersion = async (
  tx: Tx,
  { id, version }: Pick<SceneRow, 'id' | 'version'>,
  fields: SceneFields,
): Promise<number | undefined> => {
  const [row] = await tx
    .update(table)
    .set({ ...columnsOf(fields), version: sql`${table.version} + 1` })
    .where(and(eq(table.id, id), eq(table.version, version)))
    .returning({ version: table.version })
  return row?.version
}

/** Replaces a scene's levels. */
export const saveLevels = async (tx: Tx, sceneId: string, collections: readonly SceneLevel[]): Promise<void> => {
  await tx.delete(sceneLevelTable).where(eq(sceneLevelTable.sceneId, sceneId))
  if (collections.length > 0)
    await tx.insert(sceneLevelTable).values(collections.map(({ id, level }) => ({ sceneId, aggregationId: id, level })))
}

export const deleteScene = async (tx: Tx, id: string): Promise<void> => {
  await tx.delete(table).where(eq(table.id, id))
}

export const moveInputs = async (tx: Tx, fromUnitId: string, toUnitId: string): Promise<void> => {
  await tx.update(table).set({ inputUnitId: toUnitId }).where(eq(table.inputUnitId, fromUnitId))
}

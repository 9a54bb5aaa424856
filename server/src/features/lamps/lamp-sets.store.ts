import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../../kernel/transaction.ts'
import type { LampSuccessor } from './lamp-notes.store.ts'
import type { LampOfUnit } from './lamps-at.ts'

/**
 * Named sets of lamps of a plant, such as zones. `sets` has the columns `id`, `plant_id`, `name` and `version`; `lamps`
 * has `zone_id`, `central_unit_id` and `serial`.
 */
export type LampSetTables = { sets: PgTable; lamps: PgTable }

export type LampSetRow = { id: string; plantId: string; name: string; version: number }

/** Lamps of a set, as reported by their unit. */
export type LampSetPlaces = { zone_id: string; topic: string; addrs: number[] }

/** Reads and writes the sets themselves. */
export const createLampSetRows = ({ sets }: Pick<LampSetTables, 'sets'>) => {
  const select = async (tx: Tx, which: SQL): Promise<LampSetRow[]> => {
    const { rows } = await tx.execute<LampSetRow>(sql`
      select id, plant_id as "plantId", name, version from ${sets} where ${which} order by lower(name), id`)
    return rows
  }
  return {
    /** By name. */
    list: (tx: Tx, plantId: string): Promise<LampSetRow[]> => select(tx, sql`plant_id = ${plantId}`),
    find: async (tx: Tx, plantId: string, id: string): Promise<LampSetRow | undefined> =>
      (await select(tx, sql`plant_id = ${plantId} and id = ${id}`))[0],
    count: async (tx: Tx, plantId: string): Promise<number> => {
      const { rows } = await tx.execute<{ n: number }>(
        sql`select count(*)::int as n from ${sets} where plant_id = ${plantId}`,
      )
      return rows[0]?.n ?? 0
    },
    /** Saves a new set; undefined when its name is taken, even by a concurrent insert. */
    insert: async (tx: Tx, plantId: string, name: string): Promise<string | undefined> => {
      const { rows } = await tx.execute<{ id: string }>(sql`
        insert into ${sets} (plant_id, name) values (${plantId}, ${name}) on conflict do nothing returning id`)
      return rows[0]?.id
    },
    /** Whether another set of the plant has this name, ignoring case. */
    isNameTaken: async (tx: Tx, plantId: string, name: string, exceptId: string): Promise<boolean> =>
      (await select(tx, sql`plant_id = ${plantId} and lower(name) = lower(${name}) and id <> ${exceptId}`)).length > 0,
    remove: async (tx: Tx, id: string): Promise<void> => {
      await tx.execute(sql`delete from ${sets} where id = ${id}`)
    },
  }
}

/** SQL of these lamps, each once. */
export const lampPairs = (lamps: readonly LampOfUnit[]): SQL => {
  const units = sql.param(lamps.map(({ centralUnitId }) => centralUnitId))
  const serials = sql.param(lamps.map(({ serial }) => serial))
  return sql`select distinct unit, serial from unnest(${units}::uuid[], ${serials}::text[]) as pair (unit, serial)`
}

/** Reads and writes the lamps of sets. */
export const createLampSetLamps = ({ sets, lamps }: LampSetTables) => {
  const columns = sql`(zone_id, central_unit_id, serial)`
  const its = sql.identifier(getTableName(lamps))
  return {
    /** By set and unit. */
    listPlaces: async (tx: Tx, plantId: string): Promise<LampSetPlaces[]> => {
      const { rows } = await tx.execute<LampSetPlaces>(sql`
        select its.zone_id, central_unit.unit as topic, array_agg(lamp.addr order by lamp.addr) as addrs
        from ${lamps} its
        join ${sets} one on one.id = its.zone_id and one.plant_id = ${plantId}
        join lamp on lamp.central_unit_id = its.central_unit_id and lamp.serial = its.serial
        join central_unit on central_unit.id = its.central_unit_id and central_unit.removed_at is null
        group by its.zone_id, central_unit.unit order by its.zone_id, central_unit.unit`)
      return rows
    },
    /** Adds lamps, as far as the key of the table admits them; the others stay where they are. */
    add: async (tx: Tx, setId: string, added: readonly LampOfUnit[]): Promise<void> => {
      await tx.execute(sql`
        insert into ${lamps} ${columns} select ${setId}::uuid, unit, serial from (${lampPairs(added)}) as named
        on conflict do nothing`)
    },
    remove: async (tx: Tx, setId: string, removed: readonly LampOfUnit[]): Promise<void> => {
      await tx.execute(sql`
        delete from ${lamps} where zone_id = ${setId} and (central_unit_id, serial) in (${lampPairs(removed)})`)
    },
    /** Removes all lamps from a set, including unreported ones. */
    removeAll: async (tx: Tx, setId: string): Promise<void> => {
      await tx.execute(sql`delete from ${lamps} where zone_id = ${setId}`)
    },
    /** Copies the sets of a unit's lamps to the same lamps of its replacement. */
    move: async (tx: Tx, fromUnitId: string, toUnitId: string): Promise<void> => {
      await tx.execute(sql`
        insert into ${lamps} ${columns}
        select zone_id, ${toUnitId}, serial from ${lamps} where central_unit_id = ${fromUnitId} on conflict do nothing`)
    },
    /** Adds replacement lamps to the sets of their predecessors, which leave all sets. */
    moveToSuccessors: async (tx: Tx, centralUnitId: string, replaced: readonly LampSuccessor[]): Promise<void> => {
      const oldSerials = sql.param(replaced.map((one) => one.old))
      const newSerials = sql.param(replaced.map((one) => one.new))
      const { rows } = await tx.execute<{ zone_id: string; serial: string }>(sql`
        delete from ${lamps} using unnest(${oldSerials}::text[], ${newSerials}::text[]) as pair (old, new)
        where central_unit_id = ${centralUnitId} and ${its}.serial = pair.old returning zone_id, pair.new as serial`)
      const setIds = sql.param(rows.map((row) => row.zone_id))
      const serials = sql.param(rows.map((row) => row.serial))
      await tx.execute(sql`
        insert into ${lamps} ${columns} select id, ${centralUnitId}::uuid, serial
        from unnest(${setIds}::uuid[], ${serials}::text[]) as successor (id, serial) on conflict do nothing`)
    },
  }
}

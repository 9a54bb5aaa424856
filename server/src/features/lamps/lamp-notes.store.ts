import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { lampNoteTable, lampTable } from '../../tables/lamps.schema.ts'

/**
 * Saves the texts of a lamp if the version is unchanged, 0 for none, and keeps omitted notes; false after a concurrent
 * save.
 */
export const saveLampNote = async (
  tx: Tx,
  { centralUnitId, serial, version, ...texts }: typeof lampNoteTable.$inferInsert & { version: number },
): Promise<boolean> => {
  const table = lampNoteTable
  const savedRows =
    version === 0
      ? await tx
          .insert(table)
          .values({ centralUnitId, serial, ...texts })
          .onConflictDoNothing()
          .returning({ version: table.version })
      : await tx
          .update(table)
          .set({ ...texts, version: sql`${table.version} + 1` })
          .where(and(eq(table.centralUnitId, centralUnitId), eq(table.serial, serial), eq(table.version, version)))
          .returning({ version: table.version })
  return savedRows.length > 0
}

export type LampNote = { centralUnitId: string; serial: string; description: string; location: string }

/** Adds texts to lamps without any, many at once; existing ones stay. */
export const addLampNotes = async (tx: Tx, notes: readonly LampNote[]): Promise<void> => {
  const column = (value: (note: LampNote) => string) => sql.param(notes.map(value))
  await tx.execute(sql`
    insert into lamp_note (central_unit_id, serial, description, location)
    select * from unnest(${column((note) => note.centralUnitId)}::uuid[], ${column((note) => note.serial)}::text[],
      ${column((note) => note.description)}::text[], ${column((note) => note.location)}::text[])
    on conflict do nothing`)
}

/**
 * Saves descriptions and places of many lamps, each if its version is unchanged, 0 for none; notes stay. Returns the
 * saved ones, without those changed concurrently.
 */
export const saveLampNotes = async (
  tx: Tx,
  notes: readonly (LampNote & { version: number })[],
): Promise<{ centralUnitId: string; serial: string }[]> => {
  const column = <T>(value: (note: LampNote & { version: number }) => T) => sql.param(notes.map(value))
  const { rows } = await tx.execute<{ centralUnitId: string; serial: string }>(sql`
    insert into lamp_note as known (central_unit_id, serial, description, location, version)
    select * from unnest(${column((note) => note.centralUnitId)}::uuid[], ${column((note) => note.serial)}::text[],
      ${column((note) => note.description)}::text[], ${column((note) => note.location)}::text[],
      ${column((note) => note.version + 1)}::int[])
    on conflict (central_unit_id, serial) do update
      set description = excluded.description, location = excluded.location, version = excluded.version
      where known.version = excluded.version - 1
    returning central_unit_id as "centralUnitId", serial`)
  return rows
}

/** Moves the texts of a unit's lamps to its replacement. */
export const moveLampNotes = async (tx: Tx, fromUnitId: string, toUnitId: string): Promise<void> => {
  await tx.execute(sql`
    insert into lamp_note (central_unit_id, serial, description, location, notes, notes_by, notes_at)
    select ${toUnitId}, serial, description, location, notes, notes_by, notes_at from lamp_note where central_unit_id = ${fromUnitId}
    on conflict do nothing`)
}

/** A replaced lamp of a unit and its replacement, by serial. */
export type LampSuccessor = { old: string; new: string }

/** Copies the texts of replaced lamps to their replacements, unless those have some. */
export const moveLampNotesToSuccessors = async (
  tx: Tx,
  centralUnitId: string,
  replacedLamps: readonly LampSuccessor[],
): Promise<void> => {
  await tx.execute(sql`
    update lamp_note as note set serial = pair.new, version = note.version + 1
    from unnest(${sql.param(replacedLamps.map((one) => one.old))}::text[], ${sql.param(replacedLamps.map((one) => one.new))}::text[])
      as pair (old, new)
    where note.central_unit_id = ${centralUnitId} and note.serial = pair.old
      and not exists (select from lamp_note as own where own.central_unit_id = ${centralUnitId} and own.serial = pair.new)`)
}

export const listPlacesOfSerials = async (
  tx: Tx,
  centralUnitId: string,
  serials: readonly string[],
): Promise<{ centralUnitId: string; addr: number }[]> =>
  tx
    .select({ centralUnitId: lampTable.centralUnitId, addr: lampTable.addr })
    .from(lampTable)
    .where(and(eq(lampTable.centralUnitId, centralUnitId), inArray(lampTable.serial, [...serials])))

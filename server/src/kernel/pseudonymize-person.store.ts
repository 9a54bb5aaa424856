import { eq, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from './transaction.ts'

/** An erased person with the pseudonym. */
export type Pseudonymization = {
  userId: string
  name: string
  email: string
  pseudonym: string
  /** The plants in which the person was active. */
  plantIds: readonly string[]
}

/** Erases a person where more than the name is stored. Idempotent. */
export type PersonEraser = (tx: Tx, pseudonymization: Pseudonymization) => Promise<void>

/**
 * A column with the name of a person as it was at the time. `of` holds the person's id; without it, `plants` says which
 * plant a row belongs to, and the name itself is matched there. A namesake in the same plant then loses the name as
 * well.
 */
export type PersonNameColumn = { name: PgColumn } & ({ of: PgColumn } | { plants: PgColumn | ((ids: SQL) => SQL) })

const idsOf = (plantIds: readonly string[]): SQL => sql`any (${sql.param([...plantIds])}::uuid[])`

const rowsWithName = (place: PersonNameColumn, { userId, name, plantIds }: Pseudonymization): SQL => {
  if ('of' in place) return sql`${place.of}::text = ${userId} and ${place.name} is not null`
  const ids = idsOf(plantIds)
  const inPlants = typeof place.plants === 'function' ? place.plants(ids) : sql`${place.plants} = ${ids}`
  return sql`${eq(place.name, name)} and ${inPlants}`
}

/** The column's key in the schema. */
const keyOf = (column: PgColumn): string =>
  Object.entries(getTableColumns(column.table as PgTable)).find(([, one]) => one === column)?.[0] ?? column.name

/** The column as `round.createdBy`. @internal */
export const columnNameOf = ({ name }: PersonNameColumn): string => `${getTableName(name.table)}.${keyOf(name)}`

/** Replaces the name with the pseudonym. Idempotent. */
export const pseudonymizePerson = async (
  tx: Tx,
  place: PersonNameColumn,
  pseudonymization: Pseudonymization,
): Promise<void> => {
  const table = place.name.table as PgTable
  await tx
    .update(table)
    .set({ [keyOf(place.name)]: pseudonymization.pseudonym })
    .where(rowsWithName(place, pseudonymization))
}

import { eq, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from './transaction.ts'

/** A person who is erased, and by what they are called from then on. */
export type Pseudonymization = {
  userId: string
  name: string
  email: string
  pseudonym: string
  /** The plants in which they did anything. */
  plantIds: readonly string[]
}

/** Lets go of a person where more than a name is kept. Doing it twice changes nothing. */
export type PersonEraser = (tx: Tx, renaming: Pseudonymization) => Promise<void>

/**
 * Where a name of a person stands that was kept as it was then. `of` has the person's id; where there is none, `plants` says of
 * which plant a row is, and the name itself is sought there. A namesake in the same plant loses the name as well.
 */
export type PersonNameColumn = { name: PgColumn } & ({ of: PgColumn } | { plants: PgColumn | ((ids: SQL) => SQL) })

const idsOf = (plantIds: readonly string[]): SQL => sql`any (${sql.param([...plantIds])}::uuid[])`

const rowsWithName = (place: PersonNameColumn, { userId, name, plantIds }: Pseudonymization): SQL => {
  if ('of' in place) return sql`${place.of}::text = ${userId} and ${place.name} is not null`
  const ids = idsOf(plantIds)
  const there = typeof place.plants === 'function' ? place.plants(ids) : sql`${place.plants} = ${ids}`
  return sql`${eq(place.name, name)} and ${there}`
}

/** The name under which the schema knows a column. */
const keyOf = (column: PgColumn): string =>
  Object.entries(getTableColumns(column.table as PgTable)).find(([, one]) => one === column)?.[0] ?? column.name

/** Which column it is, as `round.createdBy`. @internal */
export const columnNameOf = ({ name }: PersonNameColumn): string => `${getTableName(name.table)}.${keyOf(name)}`

/** Puts the pseudonym where the name stands. Doing it twice changes nothing. */
export const pseudonymizePerson = async (
  tx: Tx,
  place: PersonNameColumn,
  renaming: Pseudonymization,
): Promise<void> => {
  const table = place.name.table as PgTable
  await tx
    .update(table)
    .set({ [keyOf(place.name)]: renaming.pseudonym })
    .where(rowsWithName(place, renaming))
}

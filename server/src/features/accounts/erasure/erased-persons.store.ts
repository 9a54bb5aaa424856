import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { auditTable } from '../../../kernel/audit.schema.ts'
import type { Pseudonymization } from '../../../kernel/pseudonymize-person.store.ts'
import type { Tx } from '../../../kernel/transaction.ts'
import { erasedPersonTable, userTable } from '../../../tables/accounts.schema.ts'

/** "Name not stated", in the abbreviation of all nine languages, with characters to distinguish erased persons. */
const createPseudonym = (): string => `N.N. ${randomBytes(4).toString('hex').toUpperCase()}`

/**
 * The person's records stay, and get the returned pseudonym as soon as the old name is found. Undefined if there is no
 * such account.
 */
export const removeAccount = async (tx: Tx, userId: string, at: Date): Promise<string | undefined> => {
  const [user] = await tx.delete(userTable).where(eq(userTable.id, userId)).returning()
  if (!user) return undefined
  const { name, email } = user
  const pseudonym = createPseudonym()
  await tx.insert(erasedPersonTable).values({ userId, pseudonym, name, email, erasedAt: at })
  return pseudonym
}

/**
 * The pseudonymization still to be done for a person, with the plants in which the person was active; undefined once
 * done.
 */
export const findPseudonymization = async (tx: Tx, userId: string): Promise<Pseudonymization | undefined> => {
  const [row] = await tx.select().from(erasedPersonTable).where(eq(erasedPersonTable.userId, userId))
  if (!row || row.name === null || row.email === null) return undefined
  const plants = await tx
    .selectDistinct({ plantId: auditTable.plantId })
    .from(auditTable)
    .where(eq(auditTable.userId, userId))
  const plantIds = plants.flatMap(({ plantId }) => plantId ?? [])
  return { userId, name: row.name, email: row.email, pseudonym: row.pseudonym, plantIds }
}

/** Deletes the name itself, which is stored nowhere else by then. */
export const endPseudonymization = async (tx: Tx, userId: string, at: Date): Promise<void> => {
  await tx
    .update(erasedPersonTable)
    .set({ name: null, email: null, doneAt: at })
    .where(eq(erasedPersonTable.userId, userId))
}

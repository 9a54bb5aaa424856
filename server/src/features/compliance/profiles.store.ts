import type { ProfileChoice } from '@vigilux/contract/features/compliance/profile.ts'
import { eq } from 'drizzle-orm'
import { isOneOf } from '../../kernel/one-of.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { complianceProfileTable } from '../../tables/compliance.profiles.schema.ts'

/** The profile chosen for the plant, or undefined. */
export const findProfileChoice = async (tx: Tx, plantId: string): Promise<ProfileChoice | undefined> => {
  const { profile, edition, alwaysOpen } = complianceProfileTable
  const [row] = await tx
    .select({ profile, edition, alwaysOpen })
    .from(complianceProfileTable)
    .where(eq(complianceProfileTable.plantId, plantId))
  return row
}

export const listProfileChoices = async (tx: Tx, plantIds: readonly string[]): Promise<Map<string, ProfileChoice>> => {
  const { plantId, profile, edition, alwaysOpen } = complianceProfileTable
  const rows = await tx
    .select({ plantId, profile, edition, alwaysOpen })
    .from(complianceProfileTable)
    .where(isOneOf(plantId, 'uuid', plantIds))
  return new Map(rows.map(({ plantId: id, ...choice }) => [id, choice]))
}

export const saveProfileChoice = async (tx: Tx, plantId: string, choice: ProfileChoice): Promise<void> => {
  await tx
    .insert(complianceProfileTable)
    .values({ ...choice, plantId })
    .onConflictDoUpdate({ target: complianceProfileTable.plantId, set: choice })
}

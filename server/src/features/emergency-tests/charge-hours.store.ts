import type { ProfileChoice } from '@vigilux/contract/features/compliance/profile.ts'
import { defaultProfileChoice, limitsOf } from '@vigilux/contract/features/compliance/profiles.rules.ts'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { complianceProfileTable } from '../../tables/compliance.profiles.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'

/** Source of the hours: the profile chosen for a plant, else its country's. */
export type Charging = { country: string } & { [Of in 'profile' | 'edition']: ProfileChoice[Of] | null }

export const chargeHoursOf = ({ country, profile, edition }: Charging): number =>
  limitsOf(profile && edition ? { profile, edition } : defaultProfileChoice(country)).chargeHours

/** Hours of uninterrupted charging required for an autonomy test in this plant. */
export const findChargeHours = async (tx: Tx, plantId: string): Promise<number> => {
  const { profile, edition } = complianceProfileTable
  const [row] = await tx
    .select({ country: plantTable.country, profile, edition })
    .from(plantTable)
    .leftJoin(complianceProfileTable, eq(complianceProfileTable.plantId, plantTable.id))
    .where(eq(plantTable.id, plantId))
  if (!row) throw new Error(`there is no plant ${plantId}`)
  return chargeHoursOf(row)
}

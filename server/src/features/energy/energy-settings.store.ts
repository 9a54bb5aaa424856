import type { Baseline } from '@vigilux/contract/features/energy/baseline.ts'
import type { Tariff } from '@vigilux/contract/features/energy/tariff.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { energySettingsTable } from './energy.schema.ts'

export type StoredSettings = { baseline: Baseline | null; tariffs: Tariff[]; version: number }

export const findEnergySettings = async (tx: Tx, plantId: string): Promise<StoredSettings> => {
  const { baseline, tariffs, version } = energySettingsTable
  const [row] = await tx
    .select({ baseline, tariffs, version })
    .from(energySettingsTable)
    .where(eq(energySettingsTable.plantId, plantId))
  return row ?? { baseline: null, tariffs: [], version: 0 }
}

/** Saves if the version is unchanged, 0 for none; undefined after a concurrent save. */
export const saveEnergySettings = async (
  tx: Tx,
  plantId: string,
  { version, ...change }: Partial<StoredSettings> & { version: number },
): Promise<number | undefined> => {
  const of = energySettingsTable
  const [row] =
    version === 0
      ? await tx
          .insert(of)
          .values({ plantId, baseline: null, tariffs: [], ...change })
          .onConflictDoNothing()
          .returning({ version: of.version })
      : await tx
          .update(of)
          .set({ ...change, version: sql`${of.version} + 1` })
          .where(and(eq(of.plantId, plantId), eq(of.version, version)))
          .returning({ version: of.version })
  return row?.version
}

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
  const table = energySettingsTable
  const [row] =
    version === 0
      ? await tx
          .insert(table)
          .values({ plantId, baseline: null, tariffs: [], ...change })
          .onConflictDoNothing()
          .returning({ version: table.version })
      : await tx
          .update(table)
          .set({ ...change, version: sql`${table.version} + 1` })
          .where(and(eq(table.plantId, plantId), eq(table.version, version)))
          .returning({ version: table.version })
  return row?.version
}

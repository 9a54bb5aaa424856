import type { Price, PriceSettings } from '@vigilux/contract/features/bill-of-materials/bill.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { priceSettingsTable, productPriceTable } from './prices.schema.ts'

/** Defaults before anything is set. */
const noSettings: PriceSettings = { currency: 'EUR', shownToClients: false, version: 0 }

export const findPriceSettings = async (tx: Tx, plantId: string): Promise<PriceSettings> => {
  const of = priceSettingsTable
  const [row] = await tx
    .select({ currency: of.currency, shownToClients: of.shownToClients, version: of.version })
    .from(of)
    .where(eq(of.plantId, plantId))
  return row ?? noSettings
}

/** The prices of a plant, by product code. */
export const listPrices = async (tx: Tx, plantId: string): Promise<Map<string, Price>> => {
  const of = productPriceTable
  const rows = await tx
    .select({ code: of.productCode, cents: of.cents, version: of.version })
    .from(of)
    .where(eq(of.plantId, plantId))
  return new Map(rows.map(({ code, ...price }) => [code, price]))
}

type PriceRow = { plantId: string; productCode: string; cents: number | null }

/** Saves if the version is unchanged, 0 for none; undefined after a concurrent save. */
export const savePriceIfVersion = async (
  tx: Tx,
  { plantId, productCode, cents }: PriceRow,
  version: number,
): Promise<number | undefined> => {
  const of = productPriceTable
  const [row] =
    version === 0
      ? await tx
          .insert(of)
          .values({ plantId, productCode, cents })
          .onConflictDoNothing()
          .returning({ version: of.version })
      : await tx
          .update(of)
          .set({ cents, version: sql`${of.version} + 1` })
          .where(and(eq(of.plantId, plantId), eq(of.productCode, productCode), eq(of.version, version)))
          .returning({ version: of.version })
  return row?.version
}

/** Saves the settings if their version is unchanged. */
export const savePriceSettingsIfVersion = async (
  tx: Tx,
  plantId: string,
  { version, ...settings }: PriceSettings,
): Promise<number | undefined> => {
  const of = priceSettingsTable
  const [row] =
    version === 0
      ? await tx
          .insert(of)
          .values({ plantId, ...settings })
          .onConflictDoNothing()
          .returning({ version: of.version })
      : await tx
          .update(of)
          .set({ ...settings, version: sql`${of.version} + 1` })
          .where(and(eq(of.plantId, plantId), eq(of.version, version)))
          .returning({ version: of.version })
  return row?.version
}

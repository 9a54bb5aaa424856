import type { Price, PriceSettings } from '@vigilux/contract/features/bill-of-materials/bill.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { priceSettingsTable, productPriceTable } from './prices.schema.ts'

/** Defaults before anything is set. */
const noSettings: PriceSettings = { currency: 'EUR', shownToClients: false, version: 0 }

export const findPriceSettings = async (tx: Tx, plantId: string): Promise<PriceSettings> => {
  const table = priceSettingsTable
  const [row] = await tx
    .select({ currency: table.currency, shownToClients: table.shownToClients, version: table.version })
    .from(table)
    .where(eq(table.plantId, plantId))
  return row ?? noSettings
}

/** The prices of a plant, by product code. */
export const listPrices = async (tx: Tx, plantId: string): Promise<Map<string, Price>> => {
  const table = productPriceTable
  const rows = await tx
    .select({ code: table.productCode, cents: table.cents, version: table.version })
    .from(table)
    .where(eq(table.plantId, plantId))
  return new Map(rows.map(({ code, ...price }) => [code, price]))
}

type PriceRow = { plantId: string; productCode: string; cents: number | null }

/** Saves if the version is unchanged, 0 for none; undefined after a concurrent save. */
export const savePriceIfVersion = async (
  tx: Tx,
  { plantId, productCode, cents }: PriceRow,
  version: number,
): Promise<number | undefined> => {
  const table = productPriceTable
  const [row] =
    version === 0
      ? await tx
          .insert(table)
          .values({ plantId, productCode, cents })
          .onConflictDoNothing()
          .returning({ version: table.version })
      : await tx
          .update(table)
          .set({ cents, version: sql`${table.version} + 1` })
          .where(and(eq(table.plantId, plantId), eq(table.productCode, productCode), eq(table.version, version)))
          .returning({ version: table.version })
  return row?.version
}

/** Saves the settings if their version is unchanged. */
export const savePriceSettingsIfVersion = async (
  tx: Tx,
  plantId: string,
  { version, ...settings }: PriceSettings,
): Promise<number | undefined> => {
  const table = priceSettingsTable
  const [row] =
    version === 0
      ? await tx
          .insert(table)
          .values({ plantId, ...settings })
          .onConflictDoNothing()
          .returning({ version: table.version })
      : await tx
          .update(table)
          .set({ ...settings, version: sql`${table.version} + 1` })
          .where(and(eq(table.plantId, plantId), eq(table.version, version)))
          .returning({ version: table.version })
  return row?.version
}

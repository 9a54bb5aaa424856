import type { Price, PriceSettings } from '@vigilux/contract/features/bill-of-materials/bill.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { priceSettingsTable, productPriceTable } from './prices.schema.ts'

/** As long as nobody has set anything. */
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

/** Saves over the version that was seen, 0 for none; undefined where another has saved meanwhile. */
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

/** The same for the settings. */
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

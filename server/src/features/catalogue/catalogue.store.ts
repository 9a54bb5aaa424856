import { createHash } from 'node:crypto'
import type { Catalogue, Family, Product } from '@vigilux/contract/features/catalogue/product.ts'
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { catalogueTable } from './catalogue.schema.ts'
import { sampleCatalogue } from './sample-catalogue.ts'

/** The catalogue with what is looked up in it. */
export type OpenCatalogue = {
  /** Of its content: another for every other content. */
  digest: string
  families: ReadonlyMap<string, Family>
  products: ReadonlyMap<string, Product>
}

/** The one row of the table. */
const rowId = 1

const digestOf = (content: Catalogue): string => createHash('sha256').update(JSON.stringify(content)).digest('hex')

const open = (content: Catalogue, digest: string): OpenCatalogue => ({
  digest,
  families: new Map(content.families.map((one) => [one.id, one])),
  products: new Map(content.products.map((one) => [one.code, one])),
})

let sample: OpenCatalogue | null = null
/** The one that was read last: a content never changes under its digest, so it holds for whoever stores the same. */
let cachedCatalogue: OpenCatalogue | null = null

const openSample = (): OpenCatalogue => {
  if (sample) return sample
  const content = sampleCatalogue()
  sample = open(content, digestOf(content))
  return sample
}

/** The catalogue as it stands now, whichever node imported it; its content is read only where it is another than before. */
export const readCatalogue = async (tx: Tx): Promise<OpenCatalogue> => {
  const [row] = await tx
    .select({ digest: catalogueTable.digest })
    .from(catalogueTable)
    .where(eq(catalogueTable.id, rowId))
  if (!row) return openSample()
  if (cachedCatalogue?.digest === row.digest) return cachedCatalogue
  const [whole] = await tx.select().from(catalogueTable).where(eq(catalogueTable.id, rowId))
  if (!whole) return openSample()
  cachedCatalogue = open(whole.content, whole.digest)
  return cachedCatalogue
}

/** Puts a catalogue in the place of the one before; answers how many there have been. */
export const saveCatalogue = async (tx: Tx, content: Catalogue, importedAt: Date): Promise<number> => {
  const given = { digest: digestOf(content), content, importedAt }
  const [row] = await tx
    .insert(catalogueTable)
    .values({ id: rowId, version: 1, ...given })
    .onConflictDoUpdate({ target: catalogueTable.id, set: { ...given, version: sql`${catalogueTable.version} + 1` } })
    .returning({ version: catalogueTable.version })
  return row?.version ?? 0
}

/** Takes an imported catalogue away: the built-in sample stands again. */
export const removeCatalogue = async (tx: Tx): Promise<void> => {
  await tx.delete(catalogueTable).where(eq(catalogueTable.id, rowId))
}

import { createHash } from 'node:crypto'
import type { Catalogue, Family, Product } from '@vigilux/contract/features/catalogue/product.ts'
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { catalogueTable } from './catalogue.schema.ts'
import { sampleCatalogue } from './sample-catalogue.ts'

/** The catalogue with lookup functions. */
export type OpenCatalogue = {
  /** Hash of the content. */
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
/** The last read catalogue: a digest always has the same content, so it is valid for every database. */
let cachedCatalogue: OpenCatalogue | null = null

const openSample = (): OpenCatalogue => {
  if (sample) return sample
  const content = sampleCatalogue()
  sample = open(content, digestOf(content))
  return sample
}

/** The current catalogue, whichever node imported it; its content is read only after a change. */
export const readCatalogue = async (tx: Tx): Promise<OpenCatalogue> => {
  const [row] = await tx
    .select({ digest: catalogueTable.digest })
    .from(catalogueTable)
    .where(eq(catalogueTable.id, rowId))
  if (!row) return openSample()
  if (cachedCatalogue?.digest === row.digest) return cachedCatalogue
  const [catalogue] = await tx.select().from(catalogueTable).where(eq(catalogueTable.id, rowId))
  if (!catalogue) return openSample()
  cachedCatalogue = open(catalogue.content, catalogue.digest)
  return cachedCatalogue
}

/** Replaces the catalogue; returns the number of imports. */
export const saveCatalogue = async (tx: Tx, content: Catalogue, importedAt: Date): Promise<number> => {
  const newCatalogue = { digest: digestOf(content), content, importedAt }
  const [row] = await tx
    .insert(catalogueTable)
    .values({ id: rowId, version: 1, ...newCatalogue })
    .onConflictDoUpdate({
      target: catalogueTable.id,
      set: { ...newCatalogue, version: sql`${catalogueTable.version} + 1` },
    })
    .returning({ version: catalogueTable.version })
  return row?.version ?? 0
}

/** Removes the imported catalogue: the built-in sample applies again. */
export const removeCatalogue = async (tx: Tx): Promise<void> => {
  await tx.delete(catalogueTable).where(eq(catalogueTable.id, rowId))
}

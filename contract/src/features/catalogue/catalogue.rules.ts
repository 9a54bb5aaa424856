import { type Catalogue, catalogue, type Product, type ProductLine, partKinds } from './product.ts'

/** Error in a catalogue: its place and its description. */
export type CatalogueFault = { place: string; fault: string }

/** Parsed file of a catalogue. */
export type CatalogueFile = { name: string; content: unknown }

/** Maximum reported errors; the others appear once these are corrected. */
const maxFaults = 50

type CheckedCatalogue = { catalogue: Catalogue; faults: CatalogueFault[] }

/** `products.3.parts.0.code`, preceded by the file and followed by the code of the product where it is readable. */
const describePlace = ({ name, content }: CatalogueFile, path: readonly PropertyKey[]): string => {
  const [list, index] = path
  const items = (content as Record<string, unknown[]> | null)?.[String(list)]
  const item = Array.isArray(items) ? (items[Number(index)] as { code?: unknown; id?: unknown } | undefined) : undefined
  const code = item?.code ?? item?.id
  const at = path.length > 0 ? `, ${path.map(String).join('.')}` : ''
  return `${name}${at}${typeof code === 'string' ? ` (${code.slice(0, 60)})` : ''}`
}

const readCatalogueFile = (file: CatalogueFile, { catalogue: merged, faults }: CheckedCatalogue): void => {
  const read = catalogue.partial().safeParse(file.content)
  if (!read.success) {
    for (const { path, message } of read.error.issues) faults.push({ place: describePlace(file, path), fault: message })
    return
  }
  merged.families.push(...(read.data.families ?? []))
  merged.products.push(...(read.data.products ?? []))
}

/** Place of each code, in the order of the files. */
const locateKeys = (files: readonly CatalogueFile[], list: 'families' | 'products', key: 'id' | 'code') =>
  files.flatMap((file) => {
    const items = (file.content as Record<string, unknown> | null)?.[list]
    if (!Array.isArray(items)) return []
    return items.map((item: Record<string, unknown> | null, index) => ({
      code: item?.[key],
      item,
      at: (...path: PropertyKey[]) => describePlace(file, [list, index, ...path]),
    }))
  })

const duplicateFaults = (found: ReturnType<typeof locateKeys>, key: string): CatalogueFault[] => {
  const seenCodes = new Set<unknown>()
  return found.flatMap(({ code, at }) => {
    if (!seenCodes.has(code)) {
      seenCodes.add(code)
      return []
    }
    return [{ place: at(key), fault: `${String(code)} is there twice` }]
  })
}

const isPart = ({ kind }: Product): boolean => (partKinds as readonly string[]).includes(kind)

/** References of a product to codes missing from the catalogue. */
const danglingReferences = (
  { family, batteryCode, parts }: Product,
  references: { families: ReadonlySet<string>; products: ReadonlyMap<string, Product> },
): { path: PropertyKey[]; fault: string }[] => {
  const battery = batteryCode === null ? undefined : references.products.get(batteryCode)
  return [
    ...(references.families.has(family) ? [] : [{ path: ['family'], fault: `there is no family ${family}` }]),
    ...(batteryCode === null || battery?.kind === 'battery'
      ? []
      : [{ path: ['batteryCode'], fault: `there is no battery ${batteryCode}` }]),
    ...parts.flatMap(({ code }, index) => {
      const part = references.products.get(code)
      return part && isPart(part) ? [] : [{ path: ['parts', index, 'code'], fault: `there is no spare part ${code}` }]
    }),
  ]
}

/** Merges the files of a catalogue and reports each error by file and place. A catalogue with any error is rejected. */
export const joinCatalogue = (files: readonly CatalogueFile[]): CheckedCatalogue => {
  const checked: CheckedCatalogue = { catalogue: { families: [], products: [] }, faults: [] }
  for (const file of files) readCatalogueFile(file, checked)
  if (checked.faults.length > 0) return { ...checked, faults: checked.faults.slice(0, maxFaults) }
  const { families, products } = checked.catalogue
  const references = {
    families: new Set(families.map(({ id }) => id)),
    products: new Map(products.map((one) => [one.code, one])),
  }
  const locatedProducts = locateKeys(files, 'products', 'code')
  const faults = [
    ...duplicateFaults(locateKeys(files, 'families', 'id'), 'id'),
    ...duplicateFaults(locatedProducts, 'code'),
    ...locatedProducts.flatMap(({ at }, index) => {
      const product = products[index]
      return product
        ? danglingReferences(product, references).map(({ path, fault }) => ({ place: at(...path), fault }))
        : []
    }),
  ]
  const parsed = catalogue.safeParse(checked.catalogue)
  if (!parsed.success)
    faults.push(...parsed.error.issues.map(({ message }) => ({ place: 'all files', fault: message })))
  return { ...checked, faults: faults.slice(0, maxFaults) }
}

/** Product as lists show it. */
export const productLineOf = ({
  code,
  name,
  kind,
  orderCode,
  batteryCode,
  drawing,
  dimensions,
}: Product): ProductLine => ({
  code,
  name,
  kind,
  orderCode,
  batteryCode,
  drawing,
  dimensions,
})

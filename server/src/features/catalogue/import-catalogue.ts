import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type CatalogueFault,
  type CatalogueFile,
  joinCatalogue,
} from '@vigilux/contract/features/catalogue/catalogue.rules.ts'
import type { Catalogue } from '@vigilux/contract/features/catalogue/product.ts'

/** Maximum files of one catalogue, and bytes per file. */
const limits = { files: 200, bytes: 8_388_608 }

/** An invalid catalogue; each line names place and reason. */
export class CatalogueError extends Error {
  constructor(faults: readonly CatalogueFault[]) {
    super(['Nothing was imported.', ...faults.map(({ place, fault }) => `${place}: ${fault}`)].join('\n'))
  }
}

const errorAt = (place: string, fault: string): CatalogueError => new CatalogueError([{ place, fault }])

const readJson = async (folder: string, name: string): Promise<CatalogueFile> => {
  const path = join(folder, name)
  if ((await stat(path)).size > limits.bytes) throw errorAt(name, `is larger than ${limits.bytes} bytes`)
  try {
    return { name, content: JSON.parse(await readFile(path, 'utf8')) }
  } catch (error) {
    throw errorAt(name, `is no JSON: ${(error as Error).message}`)
  }
}

/**
 * Reads the `*.json` files of a folder as one catalogue.
 * @throws CatalogueError with every fault by file and place; then nothing of it is taken
 */
export const readCatalogueFolder = async (folder: string): Promise<Catalogue> => {
  const fileNames = await readdir(folder).catch(() => {
    throw errorAt(folder, 'cannot be read')
  })
  const names = fileNames.filter((name) => name.endsWith('.json')).sort()
  if (names.length === 0) throw errorAt(folder, 'has no *.json file')
  if (names.length > limits.files) throw errorAt(folder, `has more than ${limits.files} files`)
  const files: CatalogueFile[] = []
  for (const name of names) files.push(await readJson(folder, name))
  const { catalogue, faults } = joinCatalogue(files)
  if (faults.length > 0) throw new CatalogueError(faults)
  return catalogue
}

import { CatalogueError, readCatalogueFolder, removeCatalogue, saveCatalogue } from '../features/catalogue/index.ts'
import { print, withDatabase } from './operator.ts'

/** Command of docs/operations/catalogue.md: checks or imports a catalogue, or returns to the built-in one. */
const [order = '', folder = ''] = process.argv.slice(2)

const complain = (text: string, code: number): void => {
  process.stderr.write(`${text}\n`)
  process.exitCode = code
}

const read = async () => {
  try {
    return await readCatalogueFolder(folder)
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error
    complain(error.message, 1)
    return null
  }
}

if (order === 'sample') {
  await withDatabase(({ db }) => removeCatalogue(db))
  print('The built-in sample is the catalogue.')
} else if (folder !== '' && (order === 'check' || order === 'import')) {
  const catalogue = await read()
  if (catalogue) {
    const size = `${catalogue.products.length} products in ${catalogue.families.length} families`
    if (order === 'check') print(`${size}, without a fault.`)
    else
      await withDatabase(async ({ db }) => {
        const version = await saveCatalogue(db, catalogue, new Date())
        print(`${size}: import ${version}. All servers of this installation answer with it now.`)
      })
  }
} else complain('Say what to do: check FOLDER, import FOLDER or sample', 2)

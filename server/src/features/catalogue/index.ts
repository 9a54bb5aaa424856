export { type OpenCatalogue, readCatalogue, removeCatalogue, saveCatalogue } from './catalogue.store.ts'
export { CatalogueError, readCatalogueFolder } from './import-catalogue.ts'
export { createManualFinder } from './manuals.ts'

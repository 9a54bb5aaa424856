export { type OpenCatalogue, readCatalogue, removeCatalogue, saveCatalogue } from './catalogue.store.ts'
export { CatalogueRefused, readCatalogueFolder } from './import-catalogue.ts'
export { createManualFinder } from './manuals.ts'

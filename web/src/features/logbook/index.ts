export { useLogbookExport } from './use-logbook-export.ts'

export { startReportMaker } from './make-reports.ts'

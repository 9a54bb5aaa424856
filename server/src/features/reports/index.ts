export { startReportMaker } from './make-reports.ts'
export { reportFiles } from './report-limit.ts'

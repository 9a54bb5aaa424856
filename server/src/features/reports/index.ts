export { findReportFile, startReportMaker } from './make-reports.ts'

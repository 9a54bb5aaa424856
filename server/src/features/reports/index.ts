export { startReportMailer, takeBackReport } from './mail/mail-reports.ts'
export { startReportMaker } from './make-reports.ts'
export { reportFiles } from './report-limit.ts'
export { clocks, counted, faultWords, reasonWords } from './report-words.ts'

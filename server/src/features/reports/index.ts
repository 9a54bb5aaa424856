export { reportMailer, takeBackReport } from './mail/mail-reports.ts'
export { makeReports } from './make-reports.ts'
export { reportFiles } from './report-limit.ts'
export { clocks, counted, faultWords, reasonWords } from './report-words.ts'

export { reportMailTask, withdrawReport } from './mail/mail-reports.ts'
export { reportFiles } from './report-limit.ts'
export { createTimeFormats, fill, loadFaultTexts, loadReasonTexts, localeOf, pluralText } from './report-texts.ts'
export { reportWorker } from './report-worker.ts'

export { errorWeekTask } from './error-week-task.ts'
export { insertPastErrorWeeks } from './error-weeks.store.ts'
export { saveOfficeNoteIfVersion } from './office-notes.store.ts'

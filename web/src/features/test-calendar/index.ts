export { TestCalendar } from './TestCalendar.tsx'

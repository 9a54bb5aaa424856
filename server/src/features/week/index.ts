export { weekMailTask } from './mail/mail-weeks.ts'

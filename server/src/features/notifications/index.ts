export { createMailOutbox, readMail, startMailSender } from './mail-outbox.ts'
export { listMails } from './mails.store.ts'

export { createMailOutbox, type MailJobs, readMail, startMailSender } from './mail-outbox.ts'
export { listMails } from './mails.store.ts'

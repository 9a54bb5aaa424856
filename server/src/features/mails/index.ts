export {
  createMailOutbox,
  type MailToSend,
  mailWorker,
  readMail,
  /** @internal */ sendMail,
} from './mail-outbox.ts'
export { eraseMails, listMails, mailGauges } from './mails.store.ts'

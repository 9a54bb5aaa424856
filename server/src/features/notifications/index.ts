export {
  createMailOutbox,
  type MailToSend,
  mailWorker,
  readMail,
  /** @internal */ sendMail,
} from './mail-outbox.ts'
export { eraseMails, listMails } from './mails.store.ts'

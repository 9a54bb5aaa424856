export {
  createMailOutbox,
  type MailToSend,
  readMail,
  /** @internal */ sendMail,
  startMailSender,
} from './mail-outbox.ts'
export { eraseMails, listMails } from './mails.store.ts'

export {
  createMailOutbox,
  type MailToSend,
  readMail,
  /** @internal */ sendMail,
  sendMails,
} from './mail-outbox.ts'
export { eraseMails, listMails } from './mails.store.ts'

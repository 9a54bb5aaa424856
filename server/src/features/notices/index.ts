export { keepNotices, startNoticeKeeper } from './keep-notices.ts'
export { createNoticeLinks } from './notice-links-seal.ts'
export { deleteOldNotices } from './notices.store.ts'
export { createUnsubscriber } from './unsubscribe.ts'

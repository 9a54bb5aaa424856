export { keepNotices, startNoticeKeeper } from './keep-notices.ts'
export { deleteOldNotices } from './notices.store.ts'

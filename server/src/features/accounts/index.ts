export { accountTable, attemptTable, sessionTable, userTable, verificationTable } from '../../tables/accounts.schema.ts'
export { createAccountFlows } from './account-flows.ts'
export { sessionsEnded } from './accounts.domain-events.ts'
export { deleteExpiredAttempts, deleteExpiredCodes, deleteExpiredSessions } from './expired.store.ts'
export { findUser } from './listed-users.store.ts'
export {
  findCaller,
  findSignedIn,
  findUserByEmail,
  insertAccount,
  languageOf,
  rememberPlant,
  replacePasswordHash,
  updateProfile,
} from './profiles.store.ts'

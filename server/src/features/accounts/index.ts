export { accountTable, sessionTable, userTable, verificationTable } from '../../tables/accounts.schema.ts'
export { createAccountFlows } from './account-flows.ts'
export { openChallenges } from './challenges.ts'
export {
  deleteCompanyPerson,
  deleteExpiredCompanySignIns,
  listCompanies,
  listOfficeIn,
  removeCompany,
  saveCompany,
} from './company/companies.store.ts'
export { companyCipherPurpose, createCompanyFlows } from './company/company-flows.ts'
export { createDeviceKeys } from './device-keys.ts'
export { deleteExpiredEmailChanges } from './email/email-change.store.ts'
export { erasePersons } from './erasure/erase-persons.ts'
export {
  deleteExpiredAttempts,
  deleteExpiredChallenges,
  deleteExpiredCodes,
  deleteExpiredSessions,
} from './expired.store.ts'
export { countUsers, findUser } from './listed-users.store.ts'
export { openMailedCodes } from './mailed-codes.ts'
export {
  addOffice,
  inviteOffice,
  type LinkParts,
  listOffices,
  type OfficeAccount,
  type OfficeArea,
  type PasswordLink,
  removeOffice,
} from './office/office-accounts.ts'
export { readOwnData } from './own-account.handlers.ts'
export {
  findCaller,
  findLanguage,
  findSignedIn,
  findUserByEmail,
  insertAccount,
  recordRecentPlant,
  replacePasswordHash,
  updateProfile,
} from './profiles.store.ts'
export { findVisits, recordLook } from './visits.store.ts'

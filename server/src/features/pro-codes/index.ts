export { createCodeSeal } from './code-seal.ts'
export { proCodeNames } from './pro-codes.schema.ts'
export { proExpiryTask } from './pro-expiry-task.ts'
export { saveCodes } from './save-codes.ts'

export { createCodeSeal } from './code-seal.ts'
export { expiryKeeper } from './keep-expiries.ts'
export { keepCodes } from './make-codes.ts'
export { proCodeNames } from './pro-codes.schema.ts'

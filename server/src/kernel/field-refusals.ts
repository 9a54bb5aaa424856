import type { FieldRefusal } from '@vigilux/contract/kernel/errors.ts'
import type { z } from 'zod'

/**
 * Error codes of the product are lower-case words and digits; any other zod message is reduced to the kind of the
 * issue.
 */
const productCode = /^[a-z][a-z0-9_]*$/

/** Each refused field once, with a code for the web client's translation; never the refused value. */
export const fieldRefusals = (error: z.ZodError): FieldRefusal[] => {
  const refusals = error.issues.slice(0, 50).map((issue) => ({
    path: issue.path.join('.').slice(0, 200),
    code: productCode.test(issue.message) ? issue.message : issue.code,
  }))
  return [...new Map(refusals.map((refusal) => [`${refusal.path} ${refusal.code}`, refusal])).values()]
}

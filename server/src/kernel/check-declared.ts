import { isDeepStrictEqual } from 'node:util'
import { type ActionName, declarations } from '@vigilux/contract/actions.ts'
import { refusalsOf } from '@vigilux/contract/refusals.ts'
import { prettifyError } from 'zod'
import type { AuditRecord } from './audit-notes.ts'
import { Refusal } from './refusal.ts'

/** A refusal that nobody can know of from the contract is a defect. */
export const checkDeclaredRefusal = (name: ActionName, error: unknown): void => {
  if (error instanceof Refusal && !refusalsOf(name).includes(error.code))
    throw new Error(`${name} refused with ${error.code}, which it does not declare`, { cause: error })
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** So is an answer of another shape, and one with more in it: what is not declared is described to nobody. */
export const checkDeclaredOutput = (name: ActionName, output: unknown): void => {
  const { data: declared, error } = declarations[name].output.safeParse(output)
  // Which of all answers it was, and where in it, is what a log without values has to say.
  if (error) throw new Error(`${name} answers otherwise than it declares: ${prettifyError(error)}`, { cause: error })
  if (!isDeepStrictEqual(asJson(declared), asJson(output)))
    throw new Error(`${name} answers with more than it declares`)
}

/** So is a write whose handler does not note for the audit what it was done to. */
export const checkDeclaredAuditTarget = (name: ActionName, { targets }: AuditRecord): void => {
  const { about } = declarations[name]
  if (about && !targets.some(({ kind }) => kind === about))
    throw new Error(`${name} does not note the ${about} that it was done to`)
}

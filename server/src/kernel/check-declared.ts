import { isDeepStrictEqual } from 'node:util'
import { type ActionName, declarations } from '@vigilux/contract/actions.ts'
import { refusalsOf } from '@vigilux/contract/refusals.ts'
import { prettifyError, type ZodType } from 'zod'
import type { AuditRecord } from './audit-notes.ts'
import { Refusal } from './refusal.ts'

/** An undeclared refusal is a defect: clients cannot know it from the contract. */
export const checkDeclaredRefusal = (name: ActionName, error: unknown): void => {
  if (error instanceof Refusal && !refusalsOf(name).includes(error.code))
    throw new Error(`${name} refused with ${error.code}, which it does not declare`, { cause: error })
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** An output beyond its declaration is a defect: undeclared fields are documented for nobody. */
export const checkDeclaredOutput = (name: ActionName, output: unknown): void =>
  checkOutput(name, declarations[name].output, output)

/** The same for an answer of any declared call. */
export const checkOutput = (name: string, declared: ZodType, output: unknown): void => {
  const { data: declaredOutput, error } = declared.safeParse(output)
  // A log without values has to name the action and the path in its answer.
  if (error) throw new Error(`${name} answers otherwise than it declares: ${prettifyError(error)}`, { cause: error })
  if (!isDeepStrictEqual(asJson(declaredOutput), asJson(output)))
    throw new Error(`${name} answers with more than it declares`)
}

/** A write whose handler records no audit target is a defect. */
export const checkDeclaredAuditTarget = (name: ActionName, { targets }: AuditRecord): void => {
  const { about } = declarations[name]
  if (about && !targets.some(({ kind }) => kind === about))
    throw new Error(`${name} does not note the ${about} that it was done to`)
}

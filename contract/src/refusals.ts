import { type ActionName, actions, declarations } from './actions.ts'
import { type ErrorCode, errorStatus } from './errors.ts'
import type { ActionDeclaration } from './kernel/action.ts'
import type { KernelErrorCode } from './kernel/errors.ts'
import { isPlantPermission, type Permission, plantPermissions, plantRoles } from './kernel/permissions.ts'
import { requiredScope } from './required-scope.ts'

/** Error codes of the transports, for any call. */
export const anyCallRefusals = [
  ...(['INVALID_INPUT', 'FOREIGN_ORIGIN', 'PAYLOAD_TOO_LARGE', 'TOO_MANY_REQUESTS'] as const),
  ...(['INTERNAL_ERROR', 'SERVER_BUSY', 'STORAGE_UNAVAILABLE', 'STORAGE_SLOW'] as const),
] satisfies KernelErrorCode[]
export type AnyCallRefusal = (typeof anyCallRefusals)[number]

/** Error codes of any flow of sign-up and sign-in. */
export const anyFlowRefusals = [
  ...anyCallRefusals,
  ...(['NOT_ALLOWED', 'NOT_SIGNED_IN', 'OUTCOME_UNKNOWN'] as const),
] satisfies KernelErrorCode[]
export type AnyFlowRefusal = (typeof anyFlowRefusals)[number]

/** Further error codes of any write. */
const writeRefusals = ['OUTCOME_UNKNOWN', 'IDEMPOTENCY_KEY_REUSED'] satisfies KernelErrorCode[]

const accountRefusals = (permission: Permission): KernelErrorCode[] => {
  // An invalid access token is refused even where nobody has to sign in.
  return permission === 'account' || permission === 'public'
    ? ['NOT_SIGNED_IN']
    : ['NOT_SIGNED_IN', 'ACCOUNT_SUSPENDED', 'DECLARATIONS_MISSING']
}

const accessRefusals = (permission: Permission): KernelErrorCode[] => {
  if (isPlantPermission(permission))
    return plantPermissions[permission].length < plantRoles.length
      ? ['PLANT_NOT_FOUND', 'NOT_ALLOWED']
      : ['PLANT_NOT_FOUND']
  return ['public', 'account', 'signedIn'].includes(permission) ? [] : ['NOT_ALLOWED']
}

/** Every token covers `read`; any other scope may be lacking. */
const tokenRefusals = (declaration: ActionDeclaration): KernelErrorCode[] =>
  requiredScope(declaration) === 'read' ? [] : ['NOT_ALLOWED']

/** Whether the dispatcher refuses a call because its plant is archived. */
export const isRefusedInArchive = ({ permission, effect, inArchive }: ActionDeclaration): boolean =>
  isPlantPermission(permission) && effect === 'write' && !inArchive

/** Every error code for a call of this action, by HTTP status and then by name. */
export const refusalsOf = (name: ActionName): ErrorCode[] => {
  const declaration = declarations[name]
  const { permission } = declaration
  const codes = new Set<ErrorCode>([
    ...anyCallRefusals,
    ...accountRefusals(permission),
    ...accessRefusals(permission),
    ...tokenRefusals(declaration),
    ...(declaration.effect === 'write' ? writeRefusals : []),
    ...(isRefusedInArchive(declaration) ? (['PLANT_ARCHIVED'] as const) : []),
    ...actions[name].errors,
  ])
  return [...codes].sort((a, b) => errorStatus[a] - errorStatus[b] || a.localeCompare(b, 'en'))
}

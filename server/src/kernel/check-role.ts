import type { ActionDeclaration } from '@vigilux/contract/kernel/action.ts'
import { isPlantPermission, type Permission, type PlantRole, roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { isRefusedInArchive } from '@vigilux/contract/refusals.ts'
import type { Ports } from '../ports/ports.ts'
import type { AuditRecord } from './audit-notes.ts'
import type { Caller } from './caller.ts'
import { type CallAccess, requestedPlant, requestedPlants } from './record-refusal.ts'
import { type Fail, failWith } from './refusal.ts'
import type { Tx } from './transaction.ts'

const fail: Fail<'PLANT_NOT_FOUND' | 'NOT_ALLOWED' | 'PLANT_ARCHIVED'> = failWith()

export const isOffice = (caller: Caller): boolean => caller.kind === 'user' && caller.usertype === 'admin'

/** Refuses a role without the permission. */
export const checkRole = (role: PlantRole, permission: Permission): void => {
  if (isPlantPermission(permission) && !roleMay(role, permission)) fail('NOT_ALLOWED')
}

export type RoleCheckParts = {
  ports: Ports
  /** The pool: the caller's role is looked up, and a refusal recorded, outside of any transaction. */
  db: Tx
  /**
   * The person's access to an existing or a deleted plant at a moment. Null: the plant does not exist for this person.
   */
  findPlantAccess(
    tx: Tx,
    caller: Caller,
    plantId: string,
    now: Date,
    plantState?: 'there' | 'deleted',
  ): Promise<{ role: PlantRole; isArchived: boolean; endsAt: Date | null } | null>
  /**
   * Locks the plant against archiving, deleting and restoring until the transaction ends; with `isExclusive`, against
   * all writes.
   */
  lockPlantState(tx: Tx, plantId: string, isExclusive: boolean): Promise<void>
  /** Takes an exclusive lock on the plant until the transaction ends. */
  lockPlant(tx: Tx, plantId: string): Promise<void>
  /** Records an office account's visit to a plant. */
  recordOfficeVisit(caller: Caller, plantId: string): Promise<void>
}

type RequestedCall = { input: unknown; caller: Caller }

/** Checks a caller's role in the plant of a call, before and within its transaction. */
export const createRoleChecks = (parts: RoleCheckParts) => {
  const lookUpAccess = (tx: Tx, { ofDeleted }: ActionDeclaration, caller: Caller, plantId: string) =>
    parts.findPlantAccess(tx, caller, plantId, parts.ports.clock.now(), ofDeleted ? 'deleted' : 'there')

  /**
   * Notes plant and role in `access`; returns the end of the membership. Runs before all checks of the input: for a
   * caller who is no member the plant does not exist.
   */
  const lookUpRole = async (declaration: ActionDeclaration, { input, caller }: RequestedCall, access: CallAccess) => {
    const plantId = isPlantPermission(declaration.permission) ? requestedPlant(input) : null
    if (plantId === null) return null
    const found = (await lookUpAccess(parts.db, declaration, caller, plantId)) ?? fail('PLANT_NOT_FOUND')
    Object.assign(access, { role: found.role, plantId })
    return found.endsAt
  }

  /**
   * Records a visit of the office before anything is answered. Also applies if the plant is only a filter, as in a
   * calendar, or one of several.
   */
  const recordVisit = async (declaration: ActionDeclaration, { input, caller }: RequestedCall, access: CallAccess) => {
    if (!isOffice(caller)) return
    if (access.plantId !== null) return parts.recordOfficeVisit(caller, access.plantId)
    for (const namedPlantId of requestedPlants(input))
      if (await lookUpAccess(parts.db, declaration, caller, namedPlantId))
        await parts.recordOfficeVisit(caller, namedPlantId)
  }

  /**
   * Locks the plant, exclusively for `alone` actions, then re-checks access: the membership may have ended, or the
   * plant been archived or deleted, meanwhile.
   */
  const lockPlantAndCheckRole = async (
    tx: Tx,
    caller: Caller,
    plantId: string,
    declaration: ActionDeclaration,
  ): Promise<void> => {
    const { permission, alone } = declaration
    await parts.lockPlantState(tx, plantId, alone === 'wholly')
    if (alone) await parts.lockPlant(tx, plantId)
    const { role, isArchived } = (await lookUpAccess(tx, declaration, caller, plantId)) ?? fail('PLANT_NOT_FOUND')
    checkRole(role, permission)
    if (isArchived && isRefusedInArchive(declaration)) return fail('PLANT_ARCHIVED')
  }

  /** The same check for an action without a plant in its input, once the plant is known. */
  const checkNotArchived = async (
    tx: Tx,
    caller: Caller,
    { plantId }: AuditRecord,
    { inArchive }: ActionDeclaration,
  ) => {
    if (plantId === null || inArchive) return
    await parts.lockPlantState(tx, plantId, false)
    if ((await parts.findPlantAccess(tx, caller, plantId, parts.ports.clock.now()))?.isArchived) fail('PLANT_ARCHIVED')
  }

  return { lookUpRole, recordVisit, lockPlantAndCheckRole, checkNotArchived }
}

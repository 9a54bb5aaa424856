import type { ActionDeclaration } from '@vigilux/contract/kernel/action.ts'
import { isPlantPermission, type PlantRole, roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { isRefusedInArchive } from '@vigilux/contract/refusals.ts'
import type { Ports } from '../ports/ports.ts'
import type { AuditRecord } from './audit-notes.ts'
import type { Caller } from './caller.ts'
import { type PlantAccess, requestedPlant, requestedPlants } from './record-refusal.ts'
import { fail } from './refusal.ts'
import type { Tx } from './transaction.ts'

export const isOffice = (caller: Caller): boolean => caller.kind === 'user' && caller.usertype === 'admin'

export type PlantAccessParts = {
  ports: Ports
  /** The pool: the caller's role is looked up, and a refusal kept, outside of any transaction. */
  db: Tx
  /** What this person is at a moment in a plant that is there, or in one that was deleted. Null: for them there is none such. */
  findPlantAccess(
    tx: Tx,
    caller: Caller,
    plantId: string,
    now: Date,
    asked?: 'there' | 'deleted',
  ): Promise<{ role: PlantRole; isArchived: boolean; endsAt: Date | null } | null>
  /** Keeps the plant from being archived, deleted or restored until the transaction ends; `wholly`, from all writes. */
  holdPlant(tx: Tx, plantId: string, wholly: boolean): Promise<void>
  /** Keeps everybody else off the plant until the transaction ends. */
  lockPlant(tx: Tx, plantId: string): Promise<void>
  /** Keeps that somebody of the office was in a plant. */
  recordAdminAccess(caller: Caller, plantId: string): Promise<void>
}

type RequestedCall = { input: unknown; caller: Caller }

/** Decides what a caller may do in the plant of a call, before and in its transaction. */
export const createPlantAccess = (parts: PlantAccessParts) => {
  const lookUp = (tx: Tx, { ofDeleted }: ActionDeclaration, caller: Caller, plantId: string) =>
    parts.findPlantAccess(tx, caller, plantId, parts.ports.clock.now(), ofDeleted ? 'deleted' : 'there')

  /** Before anything else is looked at: for who is no member there is no such plant, whatever else was sent. */
  const findAccess = async (declaration: ActionDeclaration, { input, caller }: RequestedCall, access: PlantAccess) => {
    const plantId = isPlantPermission(declaration.permission) ? requestedPlant(input) : null
    if (plantId === null) return null
    const found = (await lookUp(parts.db, declaration, caller, plantId)) ?? fail('PLANT_NOT_FOUND')
    Object.assign(access, { role: found.role, plantId })
    return found.endsAt
  }

  /**
   * Who of the office is let into a plant is kept before anything is answered; also where the plant is named beside the point, as in a
   * calendar, or is one of several.
   */
  const noteVisit = async (declaration: ActionDeclaration, { input, caller }: RequestedCall, access: PlantAccess) => {
    if (!isOffice(caller)) return
    if (access.plantId !== null) return parts.recordAdminAccess(caller, access.plantId)
    for (const named of requestedPlants(input))
      if (await lookUp(parts.db, declaration, caller, named)) await parts.recordAdminAccess(caller, named)
  }

  /**
   * Holds the plant as it is, and waits for the caller's turn in it where the action is done alone; meanwhile somebody may have ended the
   * caller's own part in it, or archived or deleted it.
   */
  const enterPlant = async (tx: Tx, caller: Caller, plantId: string, declaration: ActionDeclaration): Promise<void> => {
    const { permission, alone } = declaration
    await parts.holdPlant(tx, plantId, alone === 'wholly')
    if (alone) await parts.lockPlant(tx, plantId)
    const { role, isArchived } = (await lookUp(tx, declaration, caller, plantId)) ?? fail('PLANT_NOT_FOUND')
    if (isPlantPermission(permission) && !roleMay(role, permission)) return fail('NOT_ALLOWED')
    if (isArchived && isRefusedInArchive(declaration)) return fail('PLANT_ARCHIVED')
  }

  /** The same of an action that names no plant, once it is known which one it concerned. */
  const leaveArchived = async (tx: Tx, caller: Caller, { plantId }: AuditRecord, { inArchive }: ActionDeclaration) => {
    if (plantId === null || inArchive) return
    await parts.holdPlant(tx, plantId, false)
    if ((await parts.findPlantAccess(tx, caller, plantId, parts.ports.clock.now()))?.isArchived) fail('PLANT_ARCHIVED')
  }

  return { findAccess, noteVisit, enterPlant, leaveArchived }
}

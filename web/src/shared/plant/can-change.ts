import { type PlantPermission, roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { errorText } from '../i18n/i18n.ts'
import type { PlantDetails } from './plant.ts'

type Plant = Pick<PlantDetails['plant'], 'role' | 'archived_at'>

/** Why nothing in this plant can be changed by anybody, in words; undefined unless it is archived. */
export const archivedReason = ({ archived_at: since }: Pick<Plant, 'archived_at'>): string | undefined =>
  since === null ? undefined : errorText('errors', 'PLANT_ARCHIVED')

/** Whether the person may change this in the plant; an archived plant is read-only. */
export const canChange = (plant: Plant, permission: PlantPermission): boolean =>
  plant.archived_at === null && roleMay(plant.role, permission)

/**
 * Why the person may not change this in the plant; undefined when they may. `notAllowedText` is the text for a missing
 * role.
 */
export const changeBlockedReason = (
  plant: Plant,
  permission: PlantPermission,
  notAllowedText: string,
): string | undefined => archivedReason(plant) ?? (roleMay(plant.role, permission) ? undefined : notAllowedText)

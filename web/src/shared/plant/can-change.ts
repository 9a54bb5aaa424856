import { type PlantPermission, roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { errorText } from '../i18n/i18n.ts'
import type { PlantDetails } from './plant.ts'

type Plant = Pick<PlantDetails['plant'], 'role' | 'archived_at'>

/** Why nothing in this plant can be changed, in words, whoever asks; undefined unless it is archived. */
export const archivedReason = ({ archived_at: since }: Pick<Plant, 'archived_at'>): string | undefined =>
  since === null ? undefined : errorText('errors', 'PLANT_ARCHIVED')

/** Whether the person may change that in the plant as it is now: an archived one is only read. */
export const canChange = (plant: Plant, permission: PlantPermission): boolean =>
  plant.archived_at === null && roleMay(plant.role, permission)

/** Why the person may not change that in the plant as it is now; `mayNot` is what their role is told. Undefined when they may. */
export const changeBlockedReason = (plant: Plant, permission: PlantPermission, mayNot: string): string | undefined =>
  archivedReason(plant) ?? (roleMay(plant.role, permission) ? undefined : mayNot)

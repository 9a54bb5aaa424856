import type { PlantPermission } from '@vigilux/contract/kernel/permissions.ts'
import type { ReactNode } from 'react'
import { usePhone } from '../layout/use-phone.ts'
import { canChange } from './can-change.ts'
import { useCurrentPlant } from './plant.ts'

type LeadingActionProps = { permission?: PlantPermission; children: ReactNode }

/**
 * The leading action of a page of a plant. On a phone it is absent for people without its permission: nothing disabled
 * takes the place at the thumb. A desk shows it with its reason.
 */
export function LeadingAction({ permission = 'plant.operate', children }: LeadingActionProps) {
  const { plant } = useCurrentPlant()
  return usePhone() && !canChange(plant, permission) ? null : children
}

import type { PlantPermission } from '@vigilux/contract/kernel/permissions.ts'
import type { ReactNode } from 'react'
import { usePhone } from '../layout/use-phone.ts'
import { canChange } from './can-change.ts'
import { useCurrentPlant } from './plant.ts'

type RoleActionProps = { permission?: PlantPermission; children: ReactNode }

/**
 * An action of a plant that needs a permission. A phone leaves it out for people without it: nothing disabled takes the
 * place at the thumb or in a card. A desk shows it with its reason.
 */
export function RoleAction({ permission = 'plant.operate', children }: RoleActionProps) {
  const { plant } = useCurrentPlant()
  return usePhone() && !canChange(plant, permission) ? null : children
}

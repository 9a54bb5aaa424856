import { IconStar } from '@tabler/icons-react'
import type { PlantSummary } from '@vigilux/contract/features/plants/plant.ts'
import { tiers } from '@vigilux/contract/features/plants/tiers.ts'
import { plantRoles } from '@vigilux/contract/kernel/permissions.ts'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useSignedInUser } from '../../shared/session/session.ts'
import type { Filter } from '../../shared/table/table-filters.ts'

/** Filters besides states; the server counts the plants of each value. */
export function useFilters(list: ActionOutput<'getAllPlants'>): Filter<PlantSummary>[] {
  const { usertype } = useSignedInUser()
  const { t } = useTranslation('plants')
  const { t: tMembers } = useTranslation('members')
  const { tiers: countsByTier, roles } = list
  const tier = (value: string) => tiers.find((name) => name === value) ?? 'basic'
  const role = (value: string) => plantRoles.find((name) => name === value) ?? 'clientStaff'
  const filters: Filter<PlantSummary>[] = [
    {
      id: 'favourite',
      label: t('column.favourite'),
      icon: IconStar,
      counts: { 1: list.favourites },
      valuesOf: ({ favourite }) => (favourite ? ['1'] : []),
      labelOf: () => t('favourites'),
    },
    {
      id: 'tier',
      label: t('column.tier'),
      counts: countsByTier,
      valuesOf: (plant) => [plant.tier],
      labelOf: (value) => t(`tier.${tier(value)}`),
    },
    {
      id: 'role',
      label: t('word.role'),
      counts: roles,
      valuesOf: (plant) => [plant.role],
      labelOf: (value) => tMembers(`role.${role(value)}`),
    },
  ]
  return usertype === 'admin' ? filters.filter(({ id }) => id !== 'role') : filters
}

/** Texts of roles; undefined for the office, which has the same role in every plant. */
export function useRoleLabels() {
  const { t } = useTranslation('members')
  const { usertype } = useSignedInUser()
  return usertype === 'admin' ? undefined : (role: PlantSummary['role']) => t(`role.${role}`)
}

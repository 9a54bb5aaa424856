import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import { type PlantPermission, roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useTranslation } from 'react-i18next'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { operationTitle, useRunningOperation } from '../operations/index.ts'
import { serialOf } from './unit.ts'

/** Why the person may not do this in the open plant, in words; undefined when they may. */
export function useWhyNotAllowed(permission: PlantPermission = 'plant.operate'): string | undefined {
  const { t } = useTranslation('central-units')
  const { role } = useOpenPlant().plant
  return roleMay(role, permission) ? undefined : t('whyNot.role')
}

/** Why a unit cannot take a command from this person now; undefined when it can. */
export function useWhyNotCommand(): (unit: CentralUnit | undefined) => string | undefined {
  const { t } = useTranslation('central-units')
  const role = useWhyNotAllowed()
  return (unit) => {
    if (role) return role
    if (!unit) return t('whyNot.gone')
    if (unit.connection === 'notAcquired') return t('whyNot.notAcquired', { serial: unit.cu_id })
    return unit.connection === 'disconnected' ? t('whyNot.offline', { serial: unit.cu_id }) : undefined
  }
}

/** Who is changing the unit now, and what, so that nobody else can meanwhile; undefined when nobody is. */
export function useWhyNotBusy(topic: string): string | undefined {
  const { t } = useTranslation('central-units')
  const { t: tOperations } = useTranslation('operations')
  const running = useRunningOperation(topic)
  if (!running) return undefined
  const { done, total, requestedBy } = running
  const what = operationTitle(running, tOperations)
  return t('whyNot.busy', { serial: serialOf(topic), what, done, total, who: requestedBy ?? '–' })
}

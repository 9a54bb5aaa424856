import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { PlantPermission } from '@vigilux/contract/kernel/permissions.ts'
import { useTranslation } from 'react-i18next'
import { changeBlockedReason } from '../../shared/plant/can-change.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useIsOffline } from '../../shared/realtime/connectivity.ts'
import { formatOperationTitle, useRunningOperation } from '../operations/index.ts'
import { serialOf } from './unit.ts'

/** Text naming the people with a permission; `role` names the installers. */
const whoMay: Partial<Record<PlantPermission, 'administrator' | 'signer'>> = {
  'plant.administer': 'administrator',
  'logbook.sign': 'signer',
}

/** Why the person may not change this, online or offline: for changes which can wait. Undefined if allowed. */
export function useWhyNotEntitled(permission: PlantPermission = 'plant.operate'): string | undefined {
  const { t } = useTranslation('central-units')
  const { plant } = useCurrentPlant()
  return changeBlockedReason(plant, permission, t(`whyNot.${whoMay[permission] ?? 'role'}`))
}

/** Why the person cannot change this in the open plant right now, in words; undefined when they can. */
export function useWhyNotAllowed(permission: PlantPermission = 'plant.operate'): string | undefined {
  const { t } = useTranslation('central-units')
  const entitled = useWhyNotEntitled(permission)
  const hasNoNetwork = useIsOffline()
  return entitled ?? (hasNoNetwork ? t('whyNot.noLine') : undefined)
}

/** Why a unit accepts no new work since Pro expired; undefined when it does. */
export function useWhyNotEnabled(): (unit: CentralUnit) => string | undefined {
  const { t } = useTranslation('central-units')
  return (unit) => (unit.enabled ? undefined : t('whyNot.notEnabled', { serial: unit.cu_id }))
}

/**
 * Why a unit cannot take a command from this person right now; undefined when it can. A `lasting` command, which reads,
 * identifies, resets or ends something, also works on a disabled unit.
 */
export function useWhyNotCommand(
  kind: 'work' | 'lasting' = 'work',
): (unit: CentralUnit | undefined) => string | undefined {
  const { t } = useTranslation('central-units')
  const role = useWhyNotAllowed()
  const whyNotEnabled = useWhyNotEnabled()
  return (unit) => {
    if (role) return role
    if (!unit) return t('whyNot.gone')
    const notEnabled = kind === 'work' ? whyNotEnabled(unit) : undefined
    if (notEnabled) return notEnabled
    if (unit.connection === 'notAcquired') return t('whyNot.notAcquired', { serial: unit.cu_id })
    return unit.connection === 'disconnected' ? t('whyNot.offline', { serial: unit.cu_id }) : undefined
  }
}

/** Who is changing one of these units, and how, which blocks everybody else; undefined without a change. */
export function useWhyNotBusy(...topics: readonly string[]): string | undefined {
  const { t } = useTranslation('central-units')
  const { t: tOperations } = useTranslation('operations')
  const runningOperation = useRunningOperation(...topics)
  if (!runningOperation) return undefined
  const { done, total, requestedBy } = runningOperation
  const title = formatOperationTitle(runningOperation, tOperations)
  const values = { serial: serialOf(runningOperation.cu), what: title, done, total }
  return requestedBy ? t('whyNot.busy', { ...values, who: requestedBy }) : t('whyNot.busyAnonymous', values)
}

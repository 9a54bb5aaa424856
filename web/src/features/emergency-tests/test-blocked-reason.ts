import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import { isWithoutMains } from '@vigilux/contract/features/emergency-tests/test.rules.ts'
import { useTranslation } from 'react-i18next'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { topicOf, useWhyNotCommand } from '../central-units/index.ts'
import { isInProgress } from './test-texts.ts'

/** Why a test cannot start on a unit; undefined when it can. */
export function useTestBlockedReason(): (unit: CentralUnit | undefined) => string | undefined {
  const { t } = useTranslation('emergency-tests')
  const { tests } = useCurrentPlant()
  const unitBlockedReason = useWhyNotCommand()
  return (unit) => {
    const commandBlockedReason = unitBlockedReason(unit)
    if (commandBlockedReason || !unit) return commandBlockedReason
    if (tests.some((test) => test.cu === topicOf(unit) && isInProgress(test))) return t('start.running')
    if (isWithoutMains(unit)) return t('start.noMains', { serial: unit.cu_id })
    return unit.lamps.emergency === 0 && unit.lamps.found === 0 ? t('start.noLamps') : undefined
  }
}

import { hasEnded } from '@vigilux/contract/features/operations/operation.rules.ts'
import type { Operation } from '@vigilux/contract/features/operations/operation.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { errorText } from '../../shared/i18n/i18n.ts'
import { changeBlockedReason } from '../../shared/plant/can-change.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { topicOf } from '../../shared/plant/unit-topic.ts'

/** Polling interval for an operation without events, because the live channel may be down. */
const pollIntervalMs = 4000

/** A plant's operations, newest first, or those of a bundle; polled while one is running. */
export function useOperations(plantId: string, bundleId?: string): readonly Operation[] {
  return useAnswer(
    'getOperations',
    { plantId, ...(bundleId && { bundleId }) },
    {
      refetchInterval: (query) =>
        query.state.data?.operations.some(({ state }) => !hasEnded(state)) ? pollIntervalMs : false,
    },
  ).operations
}

/** The running operation of one of these units. */
export function useRunningOperation(...topics: readonly string[]): Operation | undefined {
  const { plantId } = useCurrentPlant()
  return useOperations(plantId).find(({ cu, state }) => topics.includes(cu) && !hasEnded(state))
}

/** Follows an operation from its receipt to its end. */
export function useOperation(plantId: string, receipt: Operation | undefined): Operation | undefined {
  const receivedOperation = useOperations(plantId).find(({ id }) => id === receipt?.id)
  return receipt && (receivedOperation ?? receipt)
}

/** Why the person cannot continue, stop or undo an operation of a unit; undefined when they can. */
export function useOperateBlockedReason(topic: string): { role: string | undefined; unit: string | undefined } {
  const { t } = useTranslation('operations')
  const { plant, units } = useCurrentPlant()
  const unit = units.find((one) => topicOf(one) === topic)
  const role = changeBlockedReason(plant, 'plant.operate', t('whyNot.role'))
  if (!unit) return { role, unit: t('whyNot.gone') }
  if (!unit.enabled) return { role, unit: errorText('errors', 'UNIT_TYPE_NOT_ENABLED') }
  return { role, unit: unit.connection === 'connected' ? undefined : t('whyNot.offline', { serial: unit.cu_id }) }
}

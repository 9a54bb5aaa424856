import { useQueries } from '@tanstack/react-query'
import { hasEnded } from '@vigilux/contract/features/operations/operation.rules.ts'
import type { Operation } from '@vigilux/contract/features/operations/operation.ts'
import { useTranslation } from 'react-i18next'
import { actionQuery } from '../../shared/api/use-action.ts'
import { lampRanges } from '../../shared/plant/lamp-ranges.ts'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import { stepReason } from './operation-words.ts'

/** The lamps that ended operations have not written, each with the reason of its step. */
export function FailedSteps({ operations }: { operations: readonly Operation[] }) {
  const { t } = useTranslation('operations')
  const { plantId } = useOpenPlant()
  const lacking = operations.filter(({ state, unwritten }) => hasEnded(state) && unwritten.length > 0)
  const answers = useQueries({
    queries: lacking.map(({ id }) => actionQuery('getOperation', { plantId, operationId: id })),
  })
  const failed = answers.flatMap(({ data }) =>
    (data?.steps ?? [])
      .filter(({ role, state, lamps }) => role === 'work' && state !== 'done' && lamps.length > 0)
      .map((step) => ({ ...step, cu: data?.operation.cu ?? '', key: `${data?.operation.id} ${step.n}` })),
  )
  if (failed.length === 0) return null
  return (
    <table className="vx-failed-steps">
      <caption>{t('failed.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('failed.unit')}</th>
          <th scope="col">{t('failed.lamps')}</th>
          <th scope="col">{t('failed.reason')}</th>
        </tr>
      </thead>
      <tbody>
        {failed.map(({ key, cu, lamps, ...step }) => (
          <tr key={key}>
            <td>{serialOf(cu)}</td>
            <td>{lampRanges(lamps)}</td>
            <td>{stepReason(step, t)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { lampRanges } from '../../shared/plant/lamp-ranges.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import { formatStepReason } from './operation-texts.ts'
import * as styles from './operations.module.css'

/** Unwritten lamps of the ended operations of a bundle, each with its step's reason. */
export function FailedSteps({ bundleId }: { bundleId: string }) {
  const { t } = useTranslation('operations')
  const { plantId } = useCurrentPlant()
  const failed = useAnswer('getFailedSteps', { plantId, bundleId }).steps
  if (failed.length === 0) return null
  return (
    <table className={styles.failedSteps}>
      <caption>{t('failed.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('failed.unit')}</th>
          <th scope="col">{t('failed.lamps')}</th>
          <th scope="col">{t('failed.reason')}</th>
        </tr>
      </thead>
      <tbody>
        {failed.map((step) => (
          <tr key={`${step.cu} ${step.n}`}>
            <td>{serialOf(step.cu)}</td>
            <td>{lampRanges(step.lamps)}</td>
            <td>{formatStepReason(step, t)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

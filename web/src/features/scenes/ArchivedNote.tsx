import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import * as styles from './scenes.module.css'

/** In an archived plant: which units still run their scenes, and until when, because they get no new lists. */
export function ArchivedNote() {
  const { plant } = useCurrentPlant()
  return plant.archived_at === null ? null : (
    <AnswerBoundary>
      <Note />
    </AnswerBoundary>
  )
}

function Note() {
  const { t } = useTranslation('scenes')
  const { plant, plantId } = useCurrentPlant()
  const { dateTime, list } = useFormats(plant.timezone)
  const { units } = useAnswer('getUnitScenes', { plantId })
  const unitTexts = units.flatMap(({ topic, until }) =>
    until === null ? [] : [t('archived.unit', { unit: serialOf(topic), until: dateTime(until) })],
  )
  return (
    <p role="status" className={styles.sceneNote}>
      {t('archived.platform')}{' '}
      {unitTexts.length > 0 ? t('archived.units', { units: list(unitTexts) }) : t('archived.noUnit')}
    </p>
  )
}

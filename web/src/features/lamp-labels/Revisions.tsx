import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { useFormats } from '../../shared/format/format.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import * as styles from './lamp-labels.module.css'
import { UndoRevision } from './UndoRevision.tsx'

/** Revisions of the last day with their authors and undo. */
export function Revisions() {
  const { t } = useTranslation('lamp-labels')
  const { plantId, plant } = useCurrentPlant()
  const { dateTime } = useFormats(plant.timezone)
  const allRevisions = useAnswer('getLampTextRevisions', { plantId }).revisions
  // Single texts are undone where they are typed.
  const revisions = allRevisions.filter(({ kind, lamps }) => kind !== 'typed' || lamps > 1)
  if (revisions.length === 0) return null
  return (
    <section>
      <h3 className={styles.revisionsTitle}>{t('revisions.title')}</h3>
      <ul className={styles.revisions}>
        {revisions.map((revision) => {
          const title = t(`revisions.${revision.kind}`, { count: revision.lamps })
          return (
            <li key={revision.id}>
              <span>
                <b>{title}</b>
                <span className="vx-quiet">
                  {dateTime(revision.at)} · {revision.by}
                </span>
              </span>
              <UndoRevision revision={revision} what={title} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

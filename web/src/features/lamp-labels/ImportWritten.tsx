import type { LampTextRevision } from '@vigilux/contract/features/lamp-labels/lamp-text.ts'
import { useTranslation } from 'react-i18next'
import { UndoRevision } from './UndoRevision.tsx'

/** The written revision with its undo; nothing when all of the others' texts were kept. */
export function ImportWritten({ revision }: { revision: LampTextRevision | undefined }) {
  const { t } = useTranslation('lamp-labels')
  return (
    <>
      <p role="status">
        <b>{revision ? t('done', { count: revision.lamps }) : t('nothing')}</b>
      </p>
      <div>{revision && revision.lamps > 0 ? <UndoRevision revision={revision} /> : null}</div>
    </>
  )
}

import { useTranslation } from 'react-i18next'
import { findPendingWork } from '../../shared/offline/pending-work.ts'

/** On the sign-in page: whose work waits on this device. It goes out once they are back, and nobody else can open it. */
export function WaitingNote() {
  const { t } = useTranslation('outbox')
  const waiting = findPendingWork()
  if (!waiting) return null
  return <p role="status">{t('ofPerson', waiting)}</p>
}

import { useTranslation } from 'react-i18next'
import { findPendingWork } from '../../shared/offline/pending-work.ts'

/** On the sign-in page: whose unsent work waits here. It is sent after sign-in; nobody else can decrypt it. */
export function WaitingNote() {
  const { t } = useTranslation('outbox')
  const pendingWork = findPendingWork()
  if (!pendingWork) return null
  return <p role="status">{t('ofPerson', pendingWork)}</p>
}

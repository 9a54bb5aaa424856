import { useTranslation } from 'react-i18next'
import { Dialog } from '../../shared/feedback/Dialog.tsx'
import { useSignedInUser } from '../../shared/session/session.ts'
import { OutboxList } from './OutboxList.tsx'
import { useOutbox } from './use-outbox.ts'

/** The outbox of this device, for all plants. */
export function OutboxDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('outbox')
  const { name } = useSignedInUser()
  const { entries } = useOutbox()
  return (
    <Dialog opened title={t('title')} onClose={onClose}>
      {entries.length > 0 ? <OutboxList entries={entries} /> : <p role="status">{t('empty')}</p>}
      <p className="vx-quiet">{t('goesOut', { name })}</p>
    </Dialog>
  )
}

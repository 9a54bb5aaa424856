import { IconClockShield } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../shared/api/use-action.ts'
import { StatePanel } from '../shared/feedback/StatePanel.tsx'
import { SupportContact } from './SupportContact.tsx'
import { useDocumentTitle } from './use-document-title.ts'

/** While the company's data is being verified, plants are closed; calm, with one contact. */
export function SuspendedPage() {
  const { t } = useTranslation('shell')
  const user = useAction('getUserInfos', {}).data?.user
  const refused = user?.validation === 'refused'
  const title = refused ? t('suspended.refusedTitle') : t('suspended.title')
  useDocumentTitle(title)
  return (
    <StatePanel level={1} icon={IconClockShield} title={title}>
      <p>{refused ? t('suspended.refusedText') : t('suspended.text')}</p>
      {refused && user.validation_reason ? <p>{user.validation_reason}</p> : null}
      <SupportContact />
    </StatePanel>
  )
}

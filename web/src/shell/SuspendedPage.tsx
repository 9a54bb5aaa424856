import { IconClockShield } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../shared/api/use-answer.ts'
import { StatePanel } from '../shared/feedback/StatePanel.tsx'
import { SupportContact } from '../shared/session/SupportContact.tsx'
import { useDocumentTitle } from './use-document-title.ts'

const textKeysByValidation = {
  pending: { title: 'title', text: 'text' },
  refused: { title: 'refusedTitle', text: 'refusedText' },
  suspended: { title: 'byOfficeTitle', text: 'byOfficeText' },
  // The session is about to learn this.
  verified: undefined,
} as const

/** Shown while an account is unverified and its plants are closed: calm, with one contact. */
export function SuspendedPage() {
  const { t } = useTranslation('shell')
  const user = useAnswer('getUserInfos', {}).user
  const textKeys = textKeysByValidation[user.validation] ?? textKeysByValidation.pending
  const title = t(`suspended.${textKeys.title}`)
  useDocumentTitle(title)
  return (
    <StatePanel level={1} icon={IconClockShield} title={title}>
      <p>{t(`suspended.${textKeys.text}`)}</p>
      {user.validation_reason ? <p>{user.validation_reason}</p> : null}
      <SupportContact />
    </StatePanel>
  )
}

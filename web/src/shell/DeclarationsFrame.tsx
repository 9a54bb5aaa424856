import { useTranslation } from 'react-i18next'
import { DeclarationsPage } from '../features/accounts/DeclarationsPage.tsx'
import type { SessionUser } from '../shared/session/session-api.ts'
import { PublicFrame } from './PublicFrame.tsx'

/** The declarations in place of the requested page, which opens afterwards. */
export function DeclarationsFrame({ user }: { user: SessionUser }) {
  const { t } = useTranslation('accounts')
  return (
    <PublicFrame title={t('declare.title')}>
      <DeclarationsPage user={user} />
    </PublicFrame>
  )
}

import { IconMail } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { InvitationBanner, usePendingInvitations } from './InvitationBanner.tsx'

/** All pending invitations of the person. */
export function InvitationsPage() {
  const { t } = useTranslation('members')
  const { invitations } = usePendingInvitations()
  return (
    <>
      <PageHeader title={t('waiting.title')} />
      <InvitationBanner />
      {invitations.length === 0 ? (
        <div className="vx-card">
          <EmptyState icon={IconMail} title={t('waiting.noneTitle')}>
            {t('waiting.noneText')}
          </EmptyState>
        </div>
      ) : null}
    </>
  )
}

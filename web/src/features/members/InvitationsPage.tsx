import { IconMail } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../shared/feedback/ErrorState.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { InvitationBanner, useWaitingInvitations } from './InvitationBanner.tsx'

/** All invitations that wait for the person. */
export function InvitationsPage() {
  const { t } = useTranslation('members')
  const { waiting } = useWaitingInvitations()
  return (
    <>
      <PageHeader title={t('waiting.title')} />
      {waiting.isPending ? <LoadingRows rows={2} /> : null}
      {waiting.error ? <ErrorState error={waiting.error} retry={() => void waiting.refetch()} /> : null}
      <InvitationBanner />
      {waiting.data?.invitations.length === 0 ? (
        <div className="vx-card">
          <EmptyState icon={IconMail} title={t('waiting.noneTitle')}>
            {t('waiting.noneText')}
          </EmptyState>
        </div>
      ) : null}
    </>
  )
}

import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { toastProblem } from '../../shared/feedback/toast.ts'
import { deleteInvite } from '../../shared/session/invite.ts'
import { usePendingInvitations } from './InvitationBanner.tsx'

/** On every page: reports an invalid invitation link, and removes it from this device. */
export function DeadInvite() {
  return (
    <AnswerBoundary quiet>
      <ReportDeadInvite />
    </AnswerBoundary>
  )
}

function ReportDeadInvite() {
  const { t } = useTranslation('members')
  const { isLinkDead } = usePendingInvitations()
  useEffect(() => {
    if (isLinkDead && deleteInvite()) toastProblem(t('waiting.dead'))
  }, [isLinkDead, t])
  return null
}

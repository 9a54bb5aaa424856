import { Button } from '@mantine/core'
import { IconMailOff, IconMailOpened } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { actionKey, useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { toastDone } from '../../shared/feedback/toast.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useFormats } from '../../shared/format/format.ts'
import * as bannerStyles from '../../shared/layout/banner.module.css'
import { lazy } from '../../shared/lazy.tsx'
import { deleteInvite, useSavedInvite } from '../../shared/session/invite.ts'
import { useSignedInUser } from '../../shared/session/session.ts'

const ConfirmDialog = lazy(async () => (await import('../../shared/feedback/ConfirmDialog.tsx')).ConfirmDialog)
type PendingInvitation = ActionOutput<'checkInvitoPendente'>['invitations'][number]

/** The person's pending invitations, by address or by the link they came with. */
export function usePendingInvitations() {
  const invite = useSavedInvite()?.invite
  const { invitations } = useAnswer('checkInvitoPendente', invite ? { invite } : {}, { staleTime: 0 })
  return { invitations, isLinkDead: invite !== undefined && invitations.length === 0 }
}

/** Above the plants: pending invitations. */
export function InvitationBanner() {
  const { invitations } = usePendingInvitations()
  return invitations.map((invitation) =>
    invitation.yours ? (
      <PendingInvitationBanner key={invitation.id} invitation={invitation} />
    ) : (
      <ForwardedLink key={invitation.id} invitation={invitation} onHide={() => void deleteInvite()} />
    ),
  )
}

export function PendingInvitationBanner({ invitation }: { invitation: PendingInvitation }) {
  const { t } = useTranslation('members')
  const queries = useQueryClient()
  const decline = useActionMutation('declineInvite')
  const [isConfirming, setConfirming] = useState(false)
  const accept = useActionMutation('acceptInvite', { refresh: ['getAllPlants'] })
  const { sentBy, plantname, city, role, expiresAt, timezone } = invitation
  const { dateTime } = useFormats(timezone)
  const confirm = async () => {
    try {
      await accept.mutateAsync({ invitationId: invitation.id })
      deleteInvite()
      toastDone(t('waiting.accepted', { plant: plantname }))
      await queries.invalidateQueries({ queryKey: actionKey('checkInvitoPendente') })
    } catch {
      // the banner shows the refusal
    }
  }
  const refuse = async () => {
    try {
      await decline.mutateAsync({ invitationId: invitation.id })
      deleteInvite()
      toastDone(t('waiting.declined', { plant: plantname }))
      await queries.invalidateQueries({ queryKey: actionKey('checkInvitoPendente') })
    } catch {
      setConfirming(false) // the banner shows the refusal
    }
  }
  return (
    <section className={`vx-card ${bannerStyles.banner}`} data-part="banner" aria-label={t('waiting.label')}>
      <IconMailOpened size={20} stroke={1.8} aria-hidden />
      <div className={bannerStyles.bannerText}>
        {t('waiting.text', {
          sender: sentBy,
          plant: [plantname, city].filter(Boolean).join(', '),
          role: t(`role.${role}`),
        })}{' '}
        <span>{t('waiting.ends', { date: dateTime(expiresAt) })}</span>
        <FormFailure error={accept.error ?? decline.error} />
      </div>
      <Button
        variant="subtle"
        color="gray"
        aria-label={t('waiting.declinePlant', { plant: plantname })}
        onClick={() => setConfirming(true)}
      >
        {t('waiting.decline')}
      </Button>
      <Button
        variant="light"
        loading={accept.isPending}
        aria-label={t('waiting.acceptPlant', { plant: plantname })}
        onClick={() => void confirm()}
      >
        {t('waiting.accept')}
      </Button>
      {isConfirming ? (
        <ConfirmDialog
          opened
          title={t('waiting.declineTitle')}
          confirmLabel={t('waiting.decline')}
          onConfirm={refuse}
          onCancel={() => setConfirming(false)}
        >
          {t('waiting.declineText', { sender: sentBy, plant: plantname })}
        </ConfirmDialog>
      ) : null}
    </section>
  )
}

/** The link is valid, but not for the signed-in person. */
function ForwardedLink({ invitation, onHide }: { invitation: PendingInvitation; onHide: () => void }) {
  const { t } = useTranslation('members')
  const { email } = useSignedInUser()
  const { sentBy: sender, plantname: plant } = invitation
  return <LinkNotice onHide={onHide}>{t('waiting.passedOn', { sender, plant, email })}</LinkNotice>
}

function LinkNotice({ onHide, children }: { onHide: () => void; children: string }) {
  const { t } = useTranslation('shared')
  return (
    <section className={`vx-card ${bannerStyles.banner}`} data-part="banner" role="status">
      <IconMailOff size={20} stroke={1.8} aria-hidden />
      <div className={bannerStyles.bannerText}>{children}</div>
      <Button variant="subtle" onClick={onHide}>
        {t('close')}
      </Button>
    </section>
  )
}

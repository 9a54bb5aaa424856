import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet, IconQuestionMark } from '@tabler/icons-react'
import type { DeviceForm, OwnSession } from '@vigilux/contract/features/accounts/own-account.ts'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { toastDone } from '../../shared/feedback/toast.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { browserTimeZone } from '../../shared/format/wall-time.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import * as styles from './accounts.module.css'

const icons = {
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  computer: IconDeviceDesktop,
  unknown: IconQuestionMark,
} satisfies Record<DeviceForm, unknown>

/** The browsers in which the person is signed in; each can be signed out here. */
export function SessionsCard() {
  const { t } = useTranslation('accounts')
  const endOthers = useActionMutation('endOtherSessions', {
    refresh: ['getSessions'],
    onSuccess: ({ ended }) => toastDone(t('sessions.othersEnded', { count: ended })),
  })
  return (
    <Card
      title={t('profile.sessions')}
      aside={
        <AnswerBoundary quiet>
          <EndOthers saving={endOthers.isPending} onClick={() => endOthers.mutate({})} />
        </AnswerBoundary>
      }
    >
      <div className={styles.profileBody}>
        <p className="vx-quiet">{t('sessions.text')}</p>
        <FormFailure error={endOthers.error} />
        <AnswerBoundary>
          <Sessions />
        </AnswerBoundary>
      </div>
    </Card>
  )
}

/** Rendered only when the person is also signed in elsewhere. */
function EndOthers({ saving, onClick }: { saving: boolean; onClick: () => void }) {
  const { t } = useTranslation('accounts')
  const { sessions } = useAnswer('getSessions', {})
  if (sessions.every(({ this_one }) => this_one)) return null
  return (
    <Button size="compact-sm" variant="subtle" loading={saving} onClick={onClick}>
      {t('sessions.endOthers')}
    </Button>
  )
}

function Sessions() {
  const { sessions } = useAnswer('getSessions', {})
  return (
    <ul className={styles.profileLines}>
      {sessions.map((session) => (
        <SessionLine key={session.session_id} session={session} />
      ))}
    </ul>
  )
}

function SessionLine({ session }: { session: OwnSession }) {
  const { t } = useTranslation('accounts')
  const { dateTime } = useFormats(browserTimeZone)
  const end = useActionMutation('endSession', { refresh: ['getSessions'] })
  const Icon = icons[session.form]
  const { browser, system } = session
  const name = browser && system ? t('sessions.on', { browser, system }) : browser || system || t('sessions.unknown')
  return (
    <li>
      <Icon size={18} aria-hidden />
      <span className={styles.profileLineText}>
        <strong>{name}</strong>
        <span className="vx-quiet">
          {t('sessions.used', { at: dateTime(session.last_used_at) })} ·{' '}
          {t('sessions.since', { at: dateTime(session.signed_in_at) })}
        </span>
        <FormFailure error={end.error} />
      </span>
      {session.this_one ? (
        <span className="vx-quiet">{t('sessions.thisOne')}</span>
      ) : (
        <Button
          size="xs"
          variant="default"
          aria-label={t('sessions.endNamed', { name })}
          loading={end.isPending}
          onClick={() => end.mutate({ sessionId: session.session_id })}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}

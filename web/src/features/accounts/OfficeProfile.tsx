import { Menu } from '@mantine/core'
import { IconUserOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { needsIdentity } from '@vigilux/contract/features/accounts/account.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { actionKey } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import * as feedbackStyles from '../../shared/feedback/feedback.module.css'
import { LoadingPage } from '../../shared/feedback/Loading.tsx'
import { StatePanel } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { browserTimeZone } from '../../shared/format/wall-time.ts'
import { Card, Facts, PageHeader } from '../../shared/layout/PageHeader.tsx'
import { pathTo } from '../../site-map.ts'
import * as styles from './accounts.module.css'
import { UserActivity } from './activity.ts'
import { type Decision, DecisionButtons, DecisionDialog, decisionsOn } from './Decision.tsx'
import { fullName } from './user-columns.tsx'

/** Refusals shown as "no such person" to a link's reader. */
const unknownCodes = ['UserNotFoundException', 'INVALID_INPUT']

/** Another person's account for the national office: the data to verify, and the possible decisions. */
export function OfficeProfile({ userId }: { userId: string }) {
  const { t } = useTranslation('accounts')
  const emptyState = <StatePanel level={1} icon={IconUserOff} title={t('profile.noneTitle')} />
  return (
    <AnswerBoundary
      level={1}
      skeleton={<LoadingPage />}
      refused={({ code }) => (unknownCodes.includes(code) ? emptyState : undefined)}
    >
      <Person userId={userId} />
    </AnswerBoundary>
  )
}

function Person({ userId }: { userId: string }) {
  const { user } = useAnswer('getUser', { userId })
  const queries = useQueryClient()
  const { t } = useTranslation('accounts')
  const { t: tPlants } = useTranslation('plants')
  const { date, country } = useFormats(browserTimeZone)
  // A day is the same day in every zone.
  const { day } = useFormats('UTC')
  const [decision, setDecision] = useState<Decision>()
  const identityText = user.identity
    ? `${t(`decision.identity.${user.identity.method}`)}, ${day(user.identity.checkedOn)}`
    : t('decision.identity.none')
  const labeledValues: [label: string, value: string][] = [
    [t('word.person'), fullName(user)],
    [t('word.email'), user.email],
    [t('fields.phone'), user.phone],
    [t('signUp.kind'), t(`kind.${user.kind}`)],
    ...(needsIdentity(user) ? [[t('fields.identity'), identityText] as [string, string]] : []),
    [t('fields.businessname'), user.businessname],
    [t('fields.piva'), [user.piva, user.vatCheck && t(`vat.${user.vatCheck}`)].filter(Boolean).join(' · ')],
    [t('word.street'), `${user.street} ${user.housenumber}`.trim()],
    [t('word.city'), [user.cap, user.city, user.prov].filter(Boolean).join(' ')],
    [t('word.country'), user.country && country(user.country)],
    [t('pending.since'), date(user.created_at)],
  ]
  const facts = labeledValues.map(([label, value]) => [label, value || '–'] as const)
  return (
    <>
      <PageHeader
        title={fullName(user)}
        facts={
          <>
            <span>{t(`usertype.${user.usertype}`)}</span>
            <span>{t(`validation.${user.validation}`)}</span>
            {user.validation_reason ? <span>{user.validation_reason}</span> : null}
          </>
        }
        more={
          <Menu.Item component="a" href={`#${pathTo('allPlants', { userId: user.userid })}`}>
            {tPlants('word.plants')}
          </Menu.Item>
        }
        actions={<DecisionButtons user={user} offered={decisionsOn(user)} decide={setDecision} />}
      />
      <div className={styles.office}>
        <Card>
          <div className={styles.officeFacts}>
            <Facts entries={facts} />
          </div>
        </Card>
        <h2 className={feedbackStyles.panelTitle}>{t('profile.activity')}</h2>
        <UserActivity userId={user.userid} />
      </div>
      {decision ? (
        <DecisionDialog
          {...decision}
          onDone={() => {
            setDecision(undefined)
            void queries.invalidateQueries({ queryKey: actionKey('getUser') })
          }}
        />
      ) : null}
    </>
  )
}

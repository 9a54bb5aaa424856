import { Menu } from '@mantine/core'
import { IconUserOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useAction } from '../../shared/api/use-action.ts'
import { ErrorState } from '../../shared/feedback/ErrorState.tsx'
import { LoadingPage } from '../../shared/feedback/Loading.tsx'
import { StatePanel } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { ownZone } from '../../shared/format/wall-time.ts'
import { Card, Facts, PageHeader } from '../../shared/layout/PageHeader.tsx'
import { pathTo } from '../../site-map.ts'
import { UserActivity } from './activity.ts'
import { type Decision, DecisionButtons, DecisionDialog, decisionsOn } from './Decision.tsx'
import { fullName } from './user-columns.tsx'
import './accounts.css'

/** Another person's account as the national office sees it: the data to verify, and what can be decided. */
export function OfficeProfile({ userId }: { userId: string }) {
  const { t } = useTranslation('accounts')
  const answer = useAction('getUser', { userId })
  if (answer.error?.code === 'UserNotFoundException' || answer.error?.code === 'INVALID_INPUT')
    return <StatePanel level={1} icon={IconUserOff} title={t('profile.noneTitle')} />
  if (answer.error && !answer.data)
    return <ErrorState level={1} error={answer.error} retry={() => void answer.refetch()} />
  return answer.data ? <Person user={answer.data.user} onDecided={() => void answer.refetch()} /> : <LoadingPage />
}

function Person({ user, onDecided }: { user: ActionOutput<'getUser'>['user']; onDecided: () => void }) {
  const { t } = useTranslation('accounts')
  const { t: tPlants } = useTranslation('plants')
  const { date, country } = useFormats(ownZone)
  const [decision, setDecision] = useState<Decision>()
  const said: [label: string, value: string][] = [
    [t('fields.person'), fullName(user)],
    [t('fields.email'), user.email],
    [t('fields.phone'), user.phone],
    [t('signUp.kind'), t(`kind.${user.kind}`)],
    [t('fields.businessname'), user.businessname],
    [t('fields.piva'), user.piva],
    [t('fields.street'), `${user.street} ${user.housenumber}`.trim()],
    [t('fields.city'), [user.cap, user.city, user.prov].filter(Boolean).join(' ')],
    [t('fields.country'), user.country && country(user.country)],
    [t('pending.since'), date(user.created_at)],
  ]
  const facts = said.map(([label, value]) => [label, value || '–'] as const)
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
            {tPlants('title')}
          </Menu.Item>
        }
        actions={<DecisionButtons user={user} offered={decisionsOn(user)} decide={setDecision} />}
      />
      <div className="vx-office">
        <Card>
          <div className="vx-office-facts">
            <Facts entries={facts} />
          </div>
        </Card>
        <h2 className="vx-panel-title">{t('profile.activity')}</h2>
        <UserActivity userId={user.userid} />
      </div>
      {decision ? (
        <DecisionDialog
          {...decision}
          onDone={() => {
            setDecision(undefined)
            onDecided()
          }}
        />
      ) : null}
    </>
  )
}

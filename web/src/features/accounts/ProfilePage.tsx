import { IconLock } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { StatePanel } from '../../shared/feedback/StatePanel.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { PageTabs } from '../../shared/layout/PageTabs.tsx'
import { useSignedInUser } from '../../shared/session/session.ts'
import { pathTo } from '../../site-map.ts'
import { OwnTokens } from '../access-tokens/index.ts'
import { OwnNotices } from '../notices/index.ts'
import { OwnPictureCard } from '../pictures/index.ts'
import * as styles from './accounts.module.css'
import { OwnActivity } from './activity.ts'
import { ConsentsCard } from './ConsentsCard.tsx'
import { OfficeProfile } from './OfficeProfile.tsx'
import { OwnDataCard } from './OwnDataCard.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { SigningIn } from './signing-in.ts'
import { ViewCard } from './ViewCard.tsx'

/** The search param `event` chooses the section; an unknown value shows the data. */
const parts = ['data', 'consents', 'password', 'sessions', 'tokens', 'notices', 'view', 'activity', 'own'] as const
type Part = (typeof parts)[number]

function isPart(event: string | undefined): event is Part {
  return parts.some((part) => part === event)
}

/** The own profile; another person's for the national office only. */
export function ProfilePage() {
  const { t } = useTranslation('accounts')
  const user = useSignedInUser()
  const { userId = '', event } = useParams({ strict: false }) as { userId?: string; event?: string }
  if (userId === user.userid) return <OwnProfile event={event} />
  if (user.usertype === 'admin' && user.scope === 'nto') return <OfficeProfile userId={userId} />
  return (
    <StatePanel level={1} icon={IconLock} title={t('profile.othersTitle')}>
      {t('profile.othersText')}
    </StatePanel>
  )
}

function OwnProfile({ event }: { event: string | undefined }) {
  const { t } = useTranslation('accounts')
  const user = useSignedInUser()
  const person = useAnswer('getUserInfos', {}).user
  const part = isPart(event) ? event : 'data'
  return (
    <>
      <PageHeader
        title={t('profile.title')}
        facts={
          <>
            <span>{person.email}</span>
            <span>{t(`usertype.${person.usertype}`)}</span>
            <span>{t(`validation.${person.validation}`)}</span>
          </>
        }
      />
      <PageTabs
        label={t('profile.title')}
        tabs={parts.map((name) => ({
          to: pathTo('userProfile', { userId: user.userid, event: name }),
          text: t(`profile.${name === 'password' ? 'signIn' : name}`),
          current: name === part,
        }))}
      />
      <div className={styles.profile}>
        {part === 'data' ? <ProfileForm person={person} /> : null}
        {part === 'data' ? <OwnPictureCard person={person} /> : null}
        {part === 'consents' ? <ConsentsCard person={person} /> : null}
        {part === 'password' ? <SigningIn /> : null}
        {part === 'sessions' ? <SessionsCard /> : null}
        {part === 'tokens' ? <OwnTokens /> : null}
        {part === 'notices' ? <OwnNotices /> : null}
        {part === 'own' ? <OwnDataCard /> : null}
        {part === 'view' ? <ViewCard /> : null}
        {part === 'activity' ? <OwnActivity /> : null}
      </div>
    </>
  )
}

import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { useSignedInUser } from '../../shared/session/session.ts'
import { pathTo } from '../../site-map.ts'
import { OfficePlants } from './SummaryPage.tsx'

/** One person's plants, within the viewing office's area. */
export function UserPlants({ userId }: { userId: string }) {
  const { t } = useTranslation('shell')
  return (
    <OfficePlants
      title={t('page.allPlants')}
      of={{ userId }}
      fact={useSignedInUser().scope === 'nto' ? <UserName userId={userId} /> : null}
    />
  )
}

function UserName({ userId }: { userId: string }) {
  const { user } = useAnswer('getUser', { userId })
  return (
    <span>
      <AppLink to={pathTo('userProfile', { userId, event: 'data' })}>{`${user.name} ${user.surname}`}</AppLink>
    </span>
  )
}

import { IconLock } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LoadingPage } from '../../shared/feedback/Loading.tsx'
import { StatePanel } from '../../shared/feedback/StatePanel.tsx'
import { lazy } from '../../shared/lazy.tsx'
import { useSignedInUser } from '../../shared/session/session.ts'
import { PlantsPage } from './PlantsPage.tsx'

const UserPlants = lazy(async () => (await import('../office/index.ts')).UserPlants, { meanwhile: <LoadingPage /> })

/** All plants of a person: the own ones, or for an office another person's. */
export function AllPlantsPage() {
  const { t } = useTranslation('plants')
  const user = useSignedInUser()
  const { userId = '' } = useParams({ strict: false }) as { userId?: string }
  if (userId === user.userid) return <PlantsPage />
  if (user.usertype === 'admin') return <UserPlants userId={userId} />
  return (
    <StatePanel level={1} icon={IconLock} title={t('othersTitle')}>
      {t('othersText')}
    </StatePanel>
  )
}

import { Button, Text } from '@mantine/core'
import { IconBuildingPlus, IconMailQuestion, IconUserQuestion } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { lazy } from '../../shared/lazy.tsx'
import { useSearchParams } from '../../shared/search-params.ts'
import { useSignedInUser } from '../../shared/session/session.ts'
import * as styles from './plants.module.css'

const CompleteProfileDialog = lazy(async () => (await import('./CompleteProfileDialog.tsx')).CompleteProfileDialog)
/** Home without any plant: the next step depends on the account's type. */
export function NoPlants() {
  const { usertype } = useSignedInUser()
  return (
    <div className="vx-card">
      {usertype === 'installer' || usertype === 'admin' ? <FirstPlant /> : null}
      {usertype === 'client' ? <AwaitingInvitation /> : null}
      {usertype === 'basic' ? <ChooseProfile /> : null}
    </div>
  )
}

function FirstPlant() {
  const { t } = useTranslation('plants')
  const [, change] = useSearchParams()
  return (
    <EmptyState
      icon={IconBuildingPlus}
      title={t('empty.installerTitle')}
      action={<Button onClick={() => change({ new: '1' })}>{t('empty.create')}</Button>}
    >
      {t('empty.installerText')}
    </EmptyState>
  )
}

function AwaitingInvitation() {
  const { t } = useTranslation('plants')
  return (
    <EmptyState icon={IconMailQuestion} title={t('empty.clientTitle')}>
      {t('empty.clientText')}
    </EmptyState>
  )
}

function ChooseProfile() {
  const { t } = useTranslation('plants')
  const [chosen, setChosen] = useState<'installer' | 'client'>()
  return (
    <>
      <EmptyState icon={IconUserQuestion} title={t('empty.basicTitle')}>
        {t('empty.basicText')}
      </EmptyState>
      <div className={styles.choices}>
        {(['installer', 'client'] as const).map((usertype) => (
          <div key={usertype}>
            <Button variant={usertype === 'installer' ? 'filled' : 'default'} onClick={() => setChosen(usertype)}>
              {t(`empty.${usertype}`)}
            </Button>
            <Text size="sm" c="dimmed" mt={6}>
              {t(`empty.${usertype}Means`)}
            </Text>
          </div>
        ))}
      </div>
      {chosen ? <CompleteProfileDialog usertype={chosen} onClose={() => setChosen(undefined)} /> : null}
    </>
  )
}

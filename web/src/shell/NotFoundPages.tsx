import { Button } from '@mantine/core'
import { IconLock, IconMapPinOff, IconQuestionMark } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { StatePanel } from '../shared/feedback/StatePanel.tsx'
import { AppLink } from '../shared/navigation.tsx'
import { pathTo } from '../site-map.ts'

function WayHome() {
  const { t } = useTranslation('shell')
  return (
    <Button component={AppLink} to={pathTo('home')}>
      {t('toHome')}
    </Button>
  )
}

export function PageNotFound() {
  const { t } = useTranslation('shared')
  return (
    <StatePanel level={1} icon={IconQuestionMark} title={t('noPage.title')} action={<WayHome />}>
      {t('noPage.text')}
    </StatePanel>
  )
}

export function NotAuthorised() {
  const { t } = useTranslation('shell')
  return (
    <StatePanel level={1} icon={IconLock} title={t('notAuthorised.title')} action={<WayHome />}>
      {t('notAuthorised.text')}
    </StatePanel>
  )
}

export function PlantNotFound() {
  const { t } = useTranslation('shell')
  return (
    <StatePanel level={1} icon={IconMapPinOff} title={t('plantNotFound.title')} action={<WayHome />}>
      {t('plantNotFound.text')}
    </StatePanel>
  )
}

import { Button } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { StatePanel } from '../shared/feedback/StatePanel.tsx'
import { AppLink } from '../shared/navigation.tsx'
import { pathTo } from '../site-map.ts'

/** How the product works on a small screen, and the way to sign-in. */
export function ResponsivePage() {
  const { t } = useTranslation('shell')
  return (
    <div className="vx-card">
      <StatePanel
        level={1}
        icon={IconDeviceMobile}
        title={t('responsive.title')}
        action={
          <Button component={AppLink} to={pathTo('login')}>
            {t('responsive.signIn')}
          </Button>
        }
      >
        <ul>
          <li>{t('responsive.bar')}</li>
          <li>{t('responsive.lists')}</li>
          <li>{t('responsive.scan')}</li>
          <li>{t('responsive.desktop')}</li>
        </ul>
      </StatePanel>
    </div>
  )
}

import { useTranslation } from 'react-i18next'
import { PageTabs } from '../../shared/layout/PageTabs.tsx'
import { pathTo } from '../../site-map.ts'

export type SettingsTab = 'general' | 'users' | 'advanced' | 'invites' | 'audit'

/** The tabs of a plant's settings; two pages share them. */
export function SettingsTabs({ plantId, current }: { plantId: string; current: SettingsTab }) {
  const { t } = useTranslation('plants')
  const paths: Record<SettingsTab, string> = {
    general: pathTo('plantGeneral', { plantId }),
    users: pathTo('plantUsers', { plantId }),
    advanced: pathTo('plantGeneral', { plantId }, { tab: 'advanced' }),
    invites: pathTo('plantUsers', { plantId }, { tab: 'invites' }),
    audit: pathTo('plantGeneral', { plantId }, { tab: 'audit' }),
  }
  const tabs = Object.entries(paths).map(([name, to]) => ({
    to,
    text: t(`tab.${name as SettingsTab}`),
    current: name === current,
  }))
  return <PageTabs label={t('settings')} tabs={tabs} />
}

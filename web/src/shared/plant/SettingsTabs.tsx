import { useTranslation } from 'react-i18next'
import { pathTo } from '../../site-map.ts'
import { PageTabs } from '../layout/PageTabs.tsx'

export type SettingsTab = 'general' | 'users' | 'notices' | 'advanced' | 'invites' | 'audit' | 'visits'

/** The tabs of a plant's settings; two pages share them. */
export function SettingsTabs({ plantId, current }: { plantId: string; current: SettingsTab }) {
  const { t } = useTranslation('shared')
  const paths: Record<SettingsTab, string> = {
    general: pathTo('plantGeneral', { plantId }),
    users: pathTo('plantUsers', { plantId }),
    notices: pathTo('plantGeneral', { plantId }, { tab: 'notices' }),
    advanced: pathTo('plantGeneral', { plantId }, { tab: 'advanced' }),
    invites: pathTo('plantUsers', { plantId }, { tab: 'invites' }),
    audit: pathTo('plantGeneral', { plantId }, { tab: 'audit' }),
    visits: pathTo('plantGeneral', { plantId }, { tab: 'visits' }),
  }
  const tabs = Object.entries(paths).map(([name, to]) => ({
    to,
    text: t(`plantSettings.tab.${name as SettingsTab}`),
    current: name === current,
  }))
  return <PageTabs label={t('plantSettings.title')} tabs={tabs} />
}

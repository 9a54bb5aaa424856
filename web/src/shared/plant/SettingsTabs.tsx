import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useTranslation } from 'react-i18next'
import { pathTo } from '../../site-map.ts'
import { PageTabs } from '../layout/PageTabs.tsx'
import { useCurrentPlant } from './plant.ts'

export type SettingsTab =
  | 'general'
  | 'users'
  | 'notices'
  | 'webhooks'
  | 'programs'
  | 'advanced'
  | 'invites'
  | 'audit'
  | 'visits'

/** The tabs of a plant's settings, shared by two pages. Webhooks are for administrators only. */
export function SettingsTabs({ current }: { current: SettingsTab }) {
  const { t } = useTranslation('shared')
  const { plantId, plant } = useCurrentPlant()
  const mayAdminister = roleMay(plant.role, 'plant.administer')
  const paths: Record<SettingsTab, string> = {
    general: pathTo('plantGeneral', { plantId }),
    users: pathTo('plantUsers', { plantId }),
    notices: pathTo('plantGeneral', { plantId }, { tab: 'notices' }),
    webhooks: pathTo('plantGeneral', { plantId }, { tab: 'webhooks' }),
    programs: pathTo('plantGeneral', { plantId }, { tab: 'programs' }),
    advanced: pathTo('plantGeneral', { plantId }, { tab: 'advanced' }),
    invites: pathTo('plantUsers', { plantId }, { tab: 'invites' }),
    audit: pathTo('plantGeneral', { plantId }, { tab: 'audit' }),
    visits: pathTo('plantGeneral', { plantId }, { tab: 'visits' }),
  }
  const tabs = Object.entries(paths)
    .filter(([name]) => name !== 'webhooks' || mayAdminister)
    .map(([name, to]) => ({
      to,
      text: t(`plantSettings.tab.${name as SettingsTab}`),
      current: name === current,
    }))
  return <PageTabs label={t('plantSettings.title')} tabs={tabs} />
}

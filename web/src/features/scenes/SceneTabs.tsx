import { useTranslation } from 'react-i18next'
import { PageTabs } from '../../shared/layout/PageTabs.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'

export type SceneView = 'list' | 'week' | 'history'

export const viewOf = (requestedView: string | undefined): SceneView =>
  requestedView === 'week' || requestedView === 'history' ? requestedView : 'list'

/** Views of a plant's scenes. */
export function SceneTabs({ current }: { current: SceneView | 'units' }) {
  const { t } = useTranslation('scenes')
  const { plantId } = useCurrentPlant()
  const tabs = [
    { view: 'list', to: pathTo('scenes', { plantId }), text: t('title') },
    { view: 'week', to: pathTo('scenes', { plantId }, { view: 'week' }), text: t('week') },
    { view: 'units', to: pathTo('centralUnitScenes', { plantId }), text: t('byUnit') },
    { view: 'history', to: pathTo('scenes', { plantId }, { view: 'history' }), text: t('history') },
  ]
  return (
    <PageTabs label={t('views')} tabs={tabs.map(({ view, to, text }) => ({ to, text, current: view === current }))} />
  )
}

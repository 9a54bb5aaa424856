import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/api/use-action.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { SceneRunsList } from './SceneRunsList.tsx'

/** Runs that the detail of a scene shows; the others are a link away. */
const most = 5

/** The last runs of one scene. */
export function RecentRuns({ sceneId }: { sceneId: string }) {
  const { t } = useTranslation('scenes')
  const { plantId } = useOpenPlant()
  const { data } = useAction('getSceneRuns', { plantId, sceneId, cause: null, result: null, page: 1 })
  if (!data) return null
  return (
    <section className="vx-panel-part vx-scene-recent" aria-label={t('lastRuns')}>
      <h3>{t('lastRuns')}</h3>
      {data.runs.length === 0 ? <p className="vx-quiet">{t('noHistory.title')}</p> : null}
      <SceneRunsList runs={data.runs.slice(0, most)} />
      {data.total > most ? (
        <AppLink to={pathTo('scenes', { plantId }, { view: 'history', of: sceneId })}>
          {t('allRuns', { count: data.total })}
        </AppLink>
      ) : null}
    </section>
  )
}

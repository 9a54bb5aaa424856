import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { SceneRunsList } from './SceneRunsList.tsx'

/** Maximum number of runs in a scene's detail, followed by a link to the others. */
const maxShown = 5

export function RecentRuns({ sceneId }: { sceneId: string }) {
  const { t } = useTranslation('scenes')
  const { plantId } = useCurrentPlant()
  const { runs, total } = useAnswer('getSceneRuns', { plantId, sceneId, cause: null, result: null, page: 1 })
  return (
    <section className="vx-panel-part vx-scene-recent" aria-label={t('lastRuns')}>
      <h3>{t('lastRuns')}</h3>
      {runs.length === 0 ? <p className="vx-quiet">{t('noHistory.title')}</p> : null}
      <SceneRunsList runs={runs.slice(0, maxShown)} />
      {total > maxShown ? (
        <AppLink to={pathTo('scenes', { plantId }, { view: 'history', of: sceneId })}>
          {t('allRuns', { count: total })}
        </AppLink>
      ) : null}
    </section>
  )
}

import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { ActivateButton } from './ActivateButton.tsx'
import { useSceneRows } from './SceneList.tsx'
import * as styles from './scenes.module.css'

export function ZoneScenes({ sceneIds }: { sceneIds: readonly string[] }) {
  const { t } = useTranslation('scenes')
  const { plantId } = useCurrentPlant()
  const scenes = useAnswer('getScenes', { plantId }).scenes
  const rows = useSceneRows(
    scenes.filter(({ id }) => sceneIds.includes(id)),
    undefined,
  )
  if (rows.length === 0) return null
  return (
    <section className={`vx-card vx-panel-part ${styles.unitScenes}`} aria-label={t('ofZone')}>
      <h2>{t('ofZone')}</h2>
      <ul className={styles.sceneHistory}>
        {rows.map((scene) => (
          <li key={scene.id}>
            <AppLink to={pathTo('scenes', { plantId }, { scene: scene.id })}>{scene.name}</AppLink>
            <span>{scene.when}</span>
            <span>{scene.stopped ? t(`stopped.${scene.stopped}`) : t(scene.enabled ? 'enabled' : 'disabled')}</span>
            <ActivateButton scene={scene} small />
          </li>
        ))}
      </ul>
    </section>
  )
}

import { IconAlertTriangle } from '@tabler/icons-react'
import type { SceneClash } from '@vigilux/contract/features/scenes/scene-runs.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { ZoneNote } from '../../shared/format/ZoneNote.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSceneTexts } from './scene-texts.ts'
import * as styles from './scenes.module.css'
import type { Preview } from './use-preview.ts'

/** Maximum number of listed clashes; those of later weeks are similar. */
const maxClashes = 3

type ClashesProps = { clashes: readonly SceneClash[]; collections: ReadonlyMap<string, string> }

/** Scenes of the same minute setting the same aggregations: a warning, not an error. */
export function Clashes({ clashes, collections }: ClashesProps) {
  const { t } = useTranslation('scenes')
  const { day } = useSceneTexts()
  const { list, percent } = useFormats()
  if (clashes.length === 0) return null
  return (
    <div className={styles.sceneClash} role="status">
      <b>
        <IconAlertTriangle size={16} aria-hidden /> {t('clash.title')}
      </b>
      {clashes.slice(0, maxClashes).map((clash) => (
        <p key={clash.at}>
          {t('clash.text', {
            when: `${day(clash.day)}, ${clash.time}`,
            scenes: list(clash.scenes.map(({ scene_id, name }) => name || (scene_id === null ? t('unsaved') : ''))),
            levels: list(clash.collections.map(({ id, level }) => `${collections.get(id) ?? ''} ${percent(level)}`)),
          })}
        </p>
      ))}
    </div>
  )
}

type RunsProps = { preview: Preview; isWhole: boolean; named?: boolean }

/** The next ten runs with date and time by the plant's clock, and days without a run. */
export function UpcomingRuns({ preview, isWhole, named: showsNames = false }: RunsProps) {
  const { t } = useTranslation('scenes')
  const { runText } = useSceneTexts()
  const { plant } = useCurrentPlant()
  if (!isWhole) return <p className="vx-quiet">{t('runsIncomplete')}</p>
  if (preview.over) return <p>{t('over')}</p>
  if (preview.runs.length === 0) return <p className="vx-quiet">{t('noRuns')}</p>
  return (
    <>
      <ZoneNote timeZone={plant.timezone} />
      <ol className={styles.sceneRuns}>
        {preview.runs.map((run) => (
          <li key={`${run.scene_id} ${run.day} ${run.time}`} className={run.none ? 'vx-quiet' : undefined}>
            {runText(run)}
            {showsNames ? <span>{run.name}</span> : null}
          </li>
        ))}
      </ol>
    </>
  )
}

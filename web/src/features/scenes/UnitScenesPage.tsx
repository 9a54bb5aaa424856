import { maxScenesPerUnit, type UnitScenes as UnitList } from '@vigilux/contract/features/scenes/scene-plan.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { topicOf } from '../../shared/plant/unit-topic.ts'
import { pathTo } from '../../site-map.ts'
import { ArchivedNote } from './ArchivedNote.tsx'
import { type SceneRow, useSceneRows } from './SceneList.tsx'
import { SceneTabs } from './SceneTabs.tsx'
import * as styles from './scenes.module.css'

/** Scenes by the units whose lamps they drive, and the free places of each unit. */
export function UnitScenesPage() {
  const { t } = useTranslation('shell')
  return (
    <>
      <PageHeader title={t('menu.scenesByUnit')} />
      <SceneTabs current="units" />
      <ArchivedNote />
      <AnswerBoundary>
        <Units />
      </AnswerBoundary>
    </>
  )
}

function Units() {
  const { t } = useTranslation('scenes')
  const { plantId, units } = useCurrentPlant()
  const scenes = useAnswer('getScenes', { plantId }).scenes
  const next = useAnswer('previewSceneRuns', { plantId, scene: null, sceneId: null, from: null }).next
  const rows = useSceneRows(scenes, next)
  const allCollections = useAnswer('getCollections', { plantId }).collections
  const unitOf = new Map(allCollections.map(({ id, cu }) => [id, cu]))
  const lists = useAnswer('getUnitScenes', { plantId }).units
  if (units.length === 0) return <p className="vx-quiet">{t('none.noUnit')}</p>
  return units.map((unit) => {
    const topic = topicOf(unit)
    const unitScenes = rows.filter(({ collections }) =>
      collections.some(({ id, level }) => level !== null && unitOf.get(id) === topic),
    )
    return (
      <UnitScenes
        key={topic}
        title={[unit.cu_id, unit.description].filter(Boolean).join(' · ')}
        scenes={unitScenes}
        list={lists.find((one) => one.topic === topic)}
      />
    )
  })
}

type UnitProps = { title: string; scenes: readonly SceneRow[]; list: UnitList | undefined }

function UnitScenes({ title, scenes, list }: UnitProps) {
  const { t } = useTranslation('scenes')
  const { plantId } = useCurrentPlant()
  const stateText = (units: UnitList, id: string): string => {
    if (units.byPlatform.includes(id)) return t('inUnit.byPlatform')
    return units.held.includes(id) ? t(units.missing.includes(id) ? 'inUnit.notYet' : 'inUnit.held') : ''
  }
  return (
    <section className={`vx-card vx-panel-part ${styles.unitScenes}`}>
      <h2>{title}</h2>
      {list ? (
        <>
          <Places list={list} />
          <ListState list={list} />
        </>
      ) : null}
      {scenes.length === 0 ? <p className="vx-quiet">{t('noneOfUnit')}</p> : null}
      {scenes.length > 0 ? (
        <div className={styles.scenesScroll}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('scene')}</th>
                <th scope="col">{t('starts')}</th>
                <th scope="col">{t('next')}</th>
                <th scope="col">{t('word.state')}</th>
              </tr>
            </thead>
            <tbody>
              {scenes.map(({ id, name, when, next }) => (
                <tr key={id}>
                  <td>
                    <AppLink to={pathTo('scenes', { plantId }, { scene: id })}>{name}</AppLink>
                  </td>
                  <td>{when}</td>
                  <td>{next || '–'}</td>
                  <td className="vx-quiet">{list ? stateText(list, id) : null}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </section>
  )
}

function Places({ list: { held, byPlatform } }: { list: UnitList }) {
  const { t } = useTranslation('scenes')
  const usedPlaces = held.length + byPlatform.length
  const places = { used: held.length, all: maxScenesPerUnit }
  return <p>{usedPlaces > maxScenesPerUnit ? t('placesOver', { ...places, used: usedPlaces }) : t('places', places)}</p>
}

/** Whether the unit has its desired scenes, and which it runs meanwhile. */
function ListState({ list: { state, until, stillOld, held } }: { list: UnitList }) {
  const { t } = useTranslation('scenes')
  const { plant } = useCurrentPlant()
  const { dateTime } = useFormats(plant.timezone)
  const end = until === null ? '' : dateTime(until)
  if (state === 'old') {
    const scenes = stillOld.map(({ name }) => name ?? '–').join(', ')
    return <p role="status">{scenes ? t('inUnit.old', { until: end, scenes }) : t('inUnit.oldList', { until: end })}</p>
  }
  if (held.length === 0) return null
  return <p role="status">{state === 'notYet' ? t('inUnit.notYet') : t('inUnit.upToDate', { until: end })}</p>
}

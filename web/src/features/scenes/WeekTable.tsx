import { IconAlertTriangle } from '@tabler/icons-react'
import type { PlannedRun, WeekDay } from '@vigilux/contract/features/scenes/scene-runs.ts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { useFormats } from '../../shared/format/format.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import type { Column } from '../../shared/table/table-model.ts'
import { useSceneTexts } from './scene-texts.ts'
import * as styles from './scenes.module.css'
import type { Preview } from './use-preview.ts'
import type { WeekScenes } from './week-stretches.ts'

type Row = { key: string; run: PlannedRun; when: string; name: string; sets: string; note: string; isClash: boolean }

type TableProps = {
  days: readonly WeekDay[]
  look: Preview
  scenes: WeekScenes
  aggregation: string | undefined
  onOpen: (sceneId: string) => void
}

const columnsOf = (t: TFunction<'scenes'>): readonly Column<Row>[] => [
  {
    id: 'when',
    header: t('word.when'),
    cell: ({ when }) => when,
    value: ({ run }) => run.at ?? run.day,
    csv: ({ run, when }) => run.at ?? when,
  },
  { id: 'scene', header: t('scene'), cell: ({ name }) => <b>{name}</b>, value: ({ name }) => name, cut: true },
  { id: 'sets', header: t('levels'), cell: ({ sets }) => sets, value: ({ sets }) => sets, cut: true },
  {
    id: 'note',
    header: t('note'),
    cell: ({ note, isClash }) => (
      <>
        {isClash ? <IconAlertTriangle size={14} aria-hidden /> : null} {note}
      </>
    ),
    value: ({ note }) => note,
  },
]

/** The week in words: each run, its levels, and whether another scene of the same minute sets them as well. */
export function WeekTable({ days, look, scenes, aggregation, onOpen }: TableProps) {
  const { t } = useTranslation('scenes')
  const { plantId } = useCurrentPlant()
  const { percent, list } = useFormats()
  const { day: dayText } = useSceneTexts()
  const names = new Map(useAnswer('getCollections', { plantId }).collections.map(({ id, name }) => [id, name]))
  const setsOf = (run: PlannedRun) =>
    (scenes.get(run.scene_id)?.collections ?? []).filter(
      ({ id, level }) => level !== null && (aggregation === undefined || id === aggregation),
    )
  const rowOf = (run: PlannedRun): Row => {
    const { scene_id, at, day, time, none } = run
    const sceneClash = look.clashes.find(
      (one) => one.at === at && one.scenes.some((clashScene) => clashScene.scene_id === scene_id),
    )
    const isLast = sceneClash?.scenes.at(-1)?.scene_id === scene_id
    return {
      run,
      key: `${scene_id} ${day} ${time}`,
      isClash: sceneClash !== undefined,
      when: `${dayText(day)}, ${time ?? '–'}`,
      name: scene_id === null ? `${run.name} (${t('unsaved')})` : run.name,
      sets: list(setsOf(run).map(({ id, level }) => `${names.get(id) ?? ''} ${percent(level ?? 0)}`)),
      note: sceneClash ? t(isLast ? 'clash.wins' : 'clash.loses') : none ? t(`why.${none}`) : '',
    }
  }
  const rows = days
    .flatMap(({ runs }) => runs)
    .filter((run) => aggregation === undefined || setsOf(run).length > 0)
    .map(rowOf)
  return (
    <section className={styles.weekTable} aria-label={t('runsOfWeek')}>
      <h2>{t('runsOfWeek')}</h2>
      <DataTable
        name="scene-week"
        label={t('runsOfWeek')}
        rows={rows}
        columns={columnsOf(t)}
        rowKey={({ key }) => key}
        searchText={({ name, sets }) => `${name} ${sets}`}
        searchPlaceholder={t('search')}
        defaultSort={{ column: 'when', descending: false }}
        onOpen={({ run }) => run.scene_id && onOpen(run.scene_id)}
        listLine={(row) => ({ title: `${row.when} · ${row.name}`, detail: row.sets, value: row.note })}
        empty={<p className="vx-quiet">{t('nothing')}</p>}
      />
    </section>
  )
}

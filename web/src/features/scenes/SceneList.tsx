import { IconCalendarTime } from '@tabler/icons-react'
import { type Scene, sceneModes } from '@vigilux/contract/features/scenes/scene.ts'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import type { Column } from '../../shared/table/table-model.ts'
import { ActivateButton } from './ActivateButton.tsx'
import { namesOf, useSceneTexts } from './scene-texts.ts'
import * as styles from './scenes.module.css'
import type { Preview } from './use-preview.ts'

export type SceneRow = Scene & { when: string; next: string; nextAt: string; names: string; over: boolean }

/** Rows of scenes for their lists. */
export function useSceneRows(scenes: readonly Scene[], next: Preview['next'] | undefined): SceneRow[] {
  const { plantId } = useCurrentPlant()
  const { whenText, runText } = useSceneTexts()
  const collections = useAnswer('getCollections', { plantId }).collections
  const names = new Map(collections.map(({ id, name }) => [id, name]))
  const byScene = new Map(next?.map((one) => [one.scene_id, one]))
  return scenes.map((scene) => {
    const nextRun = byScene.get(scene.id)
    return {
      ...scene,
      when: whenText(scene.activation),
      next: nextRun?.run ? runText(nextRun.run) : '',
      nextAt: nextRun?.run?.at ?? '',
      names: namesOf(scene, names),
      over: nextRun?.over ?? false,
    }
  })
}

const stateOf = (row: SceneRow): 'over' | 'enabled' | 'disabled' =>
  row.over ? 'over' : row.enabled ? 'enabled' : 'disabled'

const columnsOf = (t: TFunction<'scenes'>): readonly Column<SceneRow>[] => [
  { id: 'name', header: t('word.name'), cell: ({ name }) => <b>{name}</b>, value: ({ name }) => name, cut: true },
  { id: 'starts', header: t('starts'), cell: ({ when }) => when, value: ({ when }) => when, cut: true },
  {
    id: 'next',
    header: t('next'),
    cell: ({ next }) => <span className={styles.sceneNext}>{next || '–'}</span>,
    // Scenes without a next run come last.
    value: ({ nextAt }) => nextAt || '9',
    csv: ({ nextAt, next }) => nextAt || next,
  },
  {
    id: 'state',
    header: t('word.state'),
    cell: (row) => (
      <>
        {t(stateOf(row))}
        {row.stopped ? <small className={styles.sceneStopped}>{t(`stopped.${row.stopped}`)}</small> : null}
      </>
    ),
    value: (row) => [t(stateOf(row)), row.stopped && t(`stopped.${row.stopped}`)].filter(Boolean).join(': '),
  },
  {
    id: 'collections',
    header: t('word.aggregations'),
    cell: ({ names }) => names,
    value: ({ names }) => names,
    cut: true,
  },
  { id: 'activate', header: '', cell: (row) => <ActivateButton scene={row} small /> },
]

const sortByName = { column: 'name', descending: false }

type ListProps = {
  scenes: readonly Scene[]
  next: Preview['next'] | undefined
  create: ReactNode
  openKey: string | undefined
  onOpen: (sceneId: string) => void
}

/** A plant's scenes: searchable, sortable, filtered by trigger, enabled state and aggregation. */
export function SceneList({ scenes, next, create, openKey, onOpen }: ListProps) {
  const { t } = useTranslation('scenes')
  const { plantId } = useCurrentPlant()
  const rows = useSceneRows(scenes, next)
  const allCollections = useAnswer('getCollections', { plantId }).collections
  const nameById = new Map(allCollections.map(({ id, name }) => [id, name]))
  return (
    <DataTable
      name="scenes"
      label={t('title')}
      rows={rows}
      columns={columnsOf(t)}
      rowKey={({ id }) => id}
      searchText={({ name, names }) => `${name} ${names}`}
      searchPlaceholder={t('search')}
      filters={[
        {
          id: 'type',
          label: t('starts'),
          valuesOf: ({ activation }) => [activation.mode],
          labelOf: (value) => t(`mode.${sceneModes.find((mode) => mode === value) ?? 'manual'}`),
        },
        {
          id: 'tier',
          label: t('word.state'),
          valuesOf: (row) => [stateOf(row)],
          labelOf: (value) => t(value as 'over' | 'enabled' | 'disabled'),
        },
        {
          id: 'aggregation',
          label: t('word.aggregation'),
          valuesOf: ({ collections }) => collections.map(({ id }) => id),
          labelOf: (value) => nameById.get(value) ?? '…',
        },
      ]}
      defaultSort={sortByName}
      onOpen={({ id }) => onOpen(id)}
      openKey={openKey}
      listLine={(row) => ({
        title: row.name,
        detail: row.stopped ? t(`stopped.${row.stopped}`) : row.when,
        value: row.next || t(stateOf(row)),
      })}
      empty={
        <div className="vx-card">
          <EmptyState icon={IconCalendarTime} title={t('none.title')} action={create}>
            {t('none.text')}
          </EmptyState>
        </div>
      }
    />
  )
}

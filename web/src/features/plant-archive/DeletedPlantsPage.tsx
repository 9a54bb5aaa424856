import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import type { DeletedPlant } from '@vigilux/contract/features/plant-archive/plant-archive.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allPages } from '../../shared/api/all-pages.ts'
import { call } from '../../shared/api/call.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { formatsFor } from '../../shared/format/format.ts'
import { TimeText } from '../../shared/format/RelativeTime.tsx'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import type { Language } from '../../shared/i18n/languages.ts'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { DataTable } from '../../shared/table/DataTable.tsx'
import * as tableStyles from '../../shared/table/table.module.css'
import type { Column } from '../../shared/table/table-model.ts'
import { useTableState } from '../../shared/table/table-state.ts'
import { RestoreDialog } from './RestoreDialog.tsx'

type Texts = ReturnType<typeof useTranslation<'plant-archive'>>['t']
type Restore = (plant: DeletedPlant) => void

const allDeleted = (search: string) =>
  allPages(async (page) => {
    const { plants: rows, total } = await call('getDeletedPlants', { search, page })
    return { rows, total }
  })

/** Deleted plants the person may still restore, latest first. */
export function DeletedPlantsPage() {
  const { t } = useTranslation('plant-archive')
  const [{ page, search }] = useTableState()
  const [restoring, setRestoring] = useState<DeletedPlant>()
  return (
    <>
      <PageHeader title={t('word.deletedPlants')} />
      <AnswerBoundary>
        <DeletedTable search={search.slice(0, 120)} page={page} restore={setRestoring} />
      </AnswerBoundary>
      {restoring ? <RestoreDialog plant={restoring} onClose={() => setRestoring(undefined)} /> : null}
    </>
  )
}

type TableProps = { search: string; page: number; restore: Restore }

function DeletedTable({ search, page, restore }: TableProps) {
  const { t } = useTranslation('plant-archive')
  const { plants, total } = useAnswer('getDeletedPlants', { search, page }, { placeholderData: keepPreviousData })
  const language = useLanguage()
  return (
    <DataTable
      name="deleted-plants"
      label={t('word.deletedPlants')}
      rows={plants}
      columns={columnsOf(t, language, restore)}
      rowKey={({ plant_id }) => plant_id}
      searchPlaceholder={t('deleted.search')}
      listLine={(plant) => ({
        title: plant.plantname,
        detail: [plant.city, plant.deletedBy].filter(Boolean).join(' · '),
        value: formatsFor(language, plant.timezone).date(plant.restorable_until),
        more: <RestoreButton plant={plant} restore={restore} />,
      })}
      remote={{ total, exportRows: () => allDeleted(search) }}
      empty={
        <div className="vx-card">
          <EmptyState icon={IconTrash} title={t('deleted.emptyTitle')}>
            {t('deleted.emptyText')}
          </EmptyState>
        </div>
      }
    />
  )
}

function columnsOf(t: Texts, language: Language, restore: Restore): Column<DeletedPlant>[] {
  const plainColumn = (id: string, header: string, value: (one: DeletedPlant) => string) => ({
    id,
    header,
    value,
    cell: value,
    sortable: false as const,
  })
  const moment = (id: string, header: string, value: (one: DeletedPlant) => string): Column<DeletedPlant> => ({
    id,
    header,
    value,
    sortable: false,
    zone: ({ timezone }) => timezone,
    cell: (one) => <TimeText at={value(one)} timeZone={one.timezone} />,
  })
  const { number } = formatsFor(language)
  return [
    {
      sortable: false,
      id: 'plant',
      header: t('word.plant'),
      value: ({ plantname, city }) => `${plantname}, ${city}`,
      cell: ({ plantname, city }) => (
        <span className={tableStyles.twoLines}>
          <b>{plantname}</b>
          <span>{city}</span>
        </span>
      ),
    },
    moment('at', t('deleted.at'), (one) => one.deleted_at),
    plainColumn('by', t('deleted.by'), (one) => one.deletedBy),
    moment('until', t('deleted.until'), (one) => one.restorable_until),
    { ...plainColumn('units', t('content.units'), (one) => number(one.units)), align: 'right' },
    { ...plainColumn('lamps', t('content.lamps'), (one) => number(one.lamps)), align: 'right' },
    {
      sortable: false,
      id: 'restore',
      header: t('deleted.restore'),
      value: () => '',
      cell: (plant) => <RestoreButton plant={plant} restore={restore} />,
    },
  ]
}

function RestoreButton({ plant, restore }: { plant: DeletedPlant; restore: Restore }) {
  const { t } = useTranslation('plant-archive')
  return (
    <Button size="compact-sm" variant="default" onClick={() => restore(plant)}>
      {t('deleted.restore')}
    </Button>
  )
}

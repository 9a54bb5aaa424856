import { IconNotebook } from '@tabler/icons-react'
import type { UnitEntry } from '@vigilux/contract/features/logbook/unit-entry.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { HiddenHistory } from '../../shared/plant/HiddenHistory.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import type { Column } from '../../shared/table/table-model.ts'

/** Logbook entries about this unit, including every earlier box in its place. */
export function UnitEntries({ topic }: { topic: string }) {
  const { t } = useTranslation('commands')
  const { plantId, plant } = useCurrentPlant()
  const { dateTime } = useFormats(plant.timezone)
  const { entries, hidden } = useAnswer('getUnitEntries', { plantId, topic })
  const labelOf = ({ kind }: UnitEntry) => t(`entry.${kind}`)
  const actorOf = ({ by }: UnitEntry) => by ?? t('entry.byPlatform')
  const columns: Column<UnitEntry>[] = [
    {
      id: 'at',
      header: t('word.time'),
      cell: ({ at }) => <time dateTime={at}>{dateTime(at)}</time>,
      value: ({ at }) => at,
    },
    { id: 'entry', header: t('entry.what'), cell: labelOf, value: labelOf },
    { id: 'by', header: t('by'), cell: actorOf, value: actorOf },
  ]
  return (
    <>
      <DataTable
        name="unit-entries"
        param="entry"
        label={t('entry.title')}
        rows={entries}
        rowKey={({ id }) => id}
        columns={columns}
        defaultSort={{ column: 'at', descending: true }}
        listLine={(entry) => ({ title: labelOf(entry), detail: actorOf(entry), value: dateTime(entry.at) })}
        empty={
          <EmptyState icon={IconNotebook} title={t('entry.none')}>
            {t('entry.noneText')}
          </EmptyState>
        }
      />
      <HiddenHistory of="entries" count={hidden} />
    </>
  )
}

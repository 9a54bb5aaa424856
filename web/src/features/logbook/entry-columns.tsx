import { IconMessage } from '@tabler/icons-react'
import type { LogbookEntry } from '@vigilux/contract/features/logbook/logbook-entry.ts'
import { useTranslation } from 'react-i18next'
import { Moment } from '../../shared/format/RelativeTime.tsx'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import type { Column } from '../../shared/table/table-model.ts'
import { EntryTitle } from './EntryTitle.tsx'
import { detailOf, type EntryWords, titleOf, whereOf, whoseOf } from './entry-words.ts'

export function useEntryColumns(words: EntryWords): Column<LogbookEntry>[] {
  const { t } = useTranslation('logbook')
  const { plant } = useOpenPlant()
  const { number } = words.formats
  const column = (id: string, header: string) => ({ id, header, sortable: false as const })
  return [
    { ...column('no', t('no')), width: 76, value: ({ no }) => no, cell: ({ no }) => <b>{number(no)}</b> },
    {
      ...column('at', t('time')),
      width: 124,
      value: ({ at }) => at,
      cell: ({ at }) => <Moment at={at} timeZone={plant.timezone} />,
    },
    {
      ...column('entry', t('entry')),
      value: (entry) => [titleOf(entry, words), detailOf(entry, words)].filter(Boolean).join(': '),
      cell: (entry) => (
        <span className="vx-entry-cell">
          <EntryTitle entry={entry} words={words} />
          <small>{detailOf(entry, words)}</small>
        </span>
      ),
    },
    {
      ...column('result', t('resultHead')),
      width: 110,
      value: ({ result }) => (result ? t(`result.${result}`) : ''),
      cell: ({ result }) => (result ? t(`result.${result}`) : ''),
    },
    {
      ...column('where', t('where')),
      width: 176,
      value: (entry) => whereOf(entry, words),
      cell: (entry) => whereOf(entry, words),
    },
    {
      ...column('by', t('by')),
      width: 150,
      value: (entry) => whoseOf(entry, words),
      cell: (entry) => (
        <span className="vx-entry-by">
          {whoseOf(entry, words)}
          {entry.notes > 0 ? (
            <span>
              <IconMessage size={14} aria-label={t('panel.notes')} /> {entry.notes}
            </span>
          ) : null}
        </span>
      ),
    },
  ]
}

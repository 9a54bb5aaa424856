import { IconMessage } from '@tabler/icons-react'
import type { LogbookEntry } from '@vigilux/contract/features/logbook/logbook-entry.ts'
import { useTranslation } from 'react-i18next'
import { TimeText } from '../../shared/format/RelativeTime.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import type { Column } from '../../shared/table/table-model.ts'
import { EntryTitle } from './EntryTitle.tsx'
import { authorOf, describeEntry, type EntryTexts, locationOf, titleOf } from './entry-texts.ts'
import * as styles from './logbook.module.css'

export function useEntryColumns(texts: EntryTexts): Column<LogbookEntry>[] {
  const { t } = useTranslation('logbook')
  const { plant } = useCurrentPlant()
  const { number } = texts.formats
  const column = (id: string, header: string) => ({ id, header, sortable: false as const })
  return [
    { ...column('no', t('word.numberShort')), width: 76, value: ({ no }) => no, cell: ({ no }) => <b>{number(no)}</b> },
    {
      ...column('at', t('word.time')),
      width: 152,
      value: ({ at }) => at,
      cell: ({ at }) => <TimeText at={at} timeZone={plant.timezone} />,
    },
    {
      ...column('entry', t('entry')),
      value: (entry) => [titleOf(entry, texts), describeEntry(entry, texts)].filter(Boolean).join(': '),
      cell: (entry) => (
        <span className={styles.entryCell}>
          <EntryTitle entry={entry} texts={texts} />
          <small>{describeEntry(entry, texts)}</small>
        </span>
      ),
    },
    {
      ...column('result', t('word.result')),
      width: 110,
      value: ({ result }) => (result ? t(`result.${result}`) : ''),
      cell: ({ result }) => (result ? t(`result.${result}`) : ''),
    },
    {
      ...column('where', t('where')),
      width: 176,
      value: (entry) => locationOf(entry, texts),
      cell: (entry) => locationOf(entry, texts),
    },
    {
      ...column('by', t('by')),
      width: 150,
      value: (entry) => authorOf(entry, texts),
      cell: (entry) => (
        <span className={styles.entryBy}>
          {authorOf(entry, texts)}
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

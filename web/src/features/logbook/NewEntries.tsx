import type { NewEntry } from '@vigilux/contract/features/week/new-entry.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { formatsFor, useFormats } from '../../shared/format/format.ts'
import { TimeText } from '../../shared/format/RelativeTime.tsx'
import { browserTimeZone } from '../../shared/format/wall-time.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { pathTo } from '../../site-map.ts'
import { EntryTitle } from './EntryTitle.tsx'
import { describeEntry, locationOf } from './entry-texts.ts'
import * as styles from './new-entries.module.css'

/** Entries of a plant reach no list of plants; a hidden page does not ask, so no visit is counted. */
const refetchMs = 5 * 60_000

/** The newest logbook entries in all plants since the person's last visit. */
export function NewEntries() {
  return (
    <AnswerBoundary>
      <NewEntriesCard />
    </AnswerBoundary>
  )
}

function NewEntriesCard() {
  const { t } = useTranslation('logbook')
  const { dateTime } = useFormats(browserTimeZone)
  const { lastVisitAt, entries } = useAnswer('getNewEntries', {}, { refetchInterval: refetchMs })
  return (
    <Card title={lastVisitAt ? t('since.visit', { time: dateTime(lastVisitAt) }) : t('since.days')}>
      {entries.length === 0 ? <p className={styles.noEntries}>{t('since.none')}</p> : null}
      <ol className={styles.newEntries}>
        {entries.map((one) => (
          <Line key={one.entry.id} {...one} />
        ))}
      </ol>
    </Card>
  )
}

function Line({ plant, entry, count }: NewEntry) {
  const { t } = useTranslation('logbook')
  const { t: tCommands } = useTranslation('commands')
  const texts = { t, tCommands, formats: formatsFor(useLanguage(), plant.timezone) }
  const lamps = count > 1 ? t('word.lampCount', { count }) : ''
  const place = locationOf(count > 1 ? { ...entry, lamp: null } : entry, texts)
  return (
    <li>
      <TimeText at={entry.at} timeZone={plant.timezone} />
      <AppLink to={pathTo('logbook', { plantId: plant.id }, { entry: String(entry.no) })}>
        <EntryTitle entry={entry} texts={texts} />
      </AppLink>
      <small>{[plant.name, lamps, place, describeEntry(entry, texts)].filter(Boolean).join(' · ')}</small>
    </li>
  )
}

import { Button } from '@mantine/core'
import type { OpenCause } from '@vigilux/contract/features/attention/open-cause.ts'
import { conditions } from '@vigilux/contract/features/plants/conditions.ts'
import type { TFunction } from 'i18next'
import { AppLink } from '../../shared/navigation.tsx'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { lookOf } from '../../shared/status/states.ts'
import type { Column } from '../../shared/table/table-model.ts'
import type { ListLine } from '../../shared/table/table-parts.ts'
import { pathTo } from '../../site-map.ts'
import type { CauseWords } from './cause-words.ts'

export type ColumnWords = {
  t: TFunction<'attention'>
  state: (condition: OpenCause['condition']) => string
  words: CauseWords
  ownId: string
}

/** Who looks after a cause, as the caller reads it. */
export const assigneeText = ({ assignee }: OpenCause, { t, ownId }: Pick<ColumnWords, 't' | 'ownId'>): string =>
  assignee === null ? '' : assignee.userid === ownId ? t('you') : assignee.name

const snoozedText = ({ snoozed }: OpenCause, t: ColumnWords['t'], time: (at: string) => string): string =>
  snoozed ? t('snoozedUntil', { time: time(snoozed.backAt), reason: snoozed.reason }) : ''

function What({ cause, words, t, state }: { cause: OpenCause } & Pick<ColumnWords, 'words' | 't' | 'state'>) {
  const { title, details, formats } = words(cause)
  const { icon: Mark, tone } = lookOf(cause.condition)
  const below = [...details, snoozedText(cause, t, formats.dateTime)].filter(Boolean).join(' · ')
  return (
    <span className={`vx-attention-what vx-tone-${tone}`}>
      <Mark size={18} stroke={2} aria-hidden color="var(--tone-text)" />
      <span className="vx-two-lines">
        <b>
          {title}
          <span className="vx-hidden"> ({state(cause.condition)})</span>
        </b>
        <span>{below}</span>
      </span>
    </span>
  )
}

export const causeColumns = ({ t, state, words, ownId }: ColumnWords): Column<OpenCause>[] => [
  {
    id: 'state',
    header: t('column.state'),
    hidden: true,
    value: ({ condition }) => conditions.indexOf(condition),
    csv: ({ condition }) => state(condition),
    cell: () => null,
  },
  {
    id: 'what',
    header: t('column.what'),
    value: (cause) => words(cause).title,
    cell: (cause) => <What cause={cause} words={words} t={t} state={state} />,
  },
  {
    id: 'since',
    header: t('column.since'),
    hidden: true,
    value: ({ since }) => since ?? '',
    zone: ({ timezone }) => timezone,
    cell: () => null,
  },
  {
    id: 'plant',
    header: t('column.plant'),
    width: 170,
    cut: true,
    value: ({ plantname }) => plantname,
    cell: ({ plant_id, plantname, city }) => (
      <span className="vx-two-lines">
        <AppLink to={pathTo('plantOverview', { plantId: plant_id })}>{plantname}</AppLink>
        <span>{city}</span>
      </span>
    ),
  },
  {
    id: 'assignee',
    header: t('column.assignee'),
    width: 130,
    cut: true,
    value: (cause) => assigneeText(cause, { t, ownId }),
    cell: (cause) => assigneeText(cause, { t, ownId }) || <span className="vx-nothing">{t('nobody')}</span>,
  },
  {
    id: 'next',
    header: t('column.next'),
    width: 160,
    align: 'right',
    cell: (cause) => {
      const { to, action, title } = words(cause)
      return (
        <Button component={AppLink} to={to} variant="default" size="xs" aria-label={`${action}: ${title}`}>
          {action}
        </Button>
      )
    },
  },
]

/** The same on a phone: what it is, where, who. */
export const causeLine = (cause: OpenCause, { t, words, ownId }: ColumnWords): ListLine => {
  const { title, details } = words(cause)
  const { plantname, condition } = cause
  return {
    title,
    state: <StatusInline state={condition} />,
    detail: plantname,
    more: <small>{[...details, assigneeText(cause, { t, ownId })].filter(Boolean).join(' · ')}</small>,
  }
}

import { Button } from '@mantine/core'
import type { OpenCause } from '@vigilux/contract/features/attention/open-cause.ts'
import { conditions } from '@vigilux/contract/features/plants/conditions.ts'
import type { TFunction } from 'i18next'
import { AppLink } from '../../shared/navigation.tsx'
import { serverNow } from '../../shared/plant/server-clock.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { styleOf } from '../../shared/status/states.ts'
import * as tableStyles from '../../shared/table/table.module.css'
import type { Column } from '../../shared/table/table-model.ts'
import type { ListLine } from '../../shared/table/table-parts.ts'
import { pathTo } from '../../site-map.ts'
import { AssignMenu } from './AssignMenu.tsx'
import * as styles from './attention.module.css'
import type { CauseTexts } from './cause-texts.ts'

export type ColumnTexts = {
  t: TFunction<'attention'>
  state: (condition: OpenCause['condition']) => string
  causeTexts: CauseTexts
  ownId: string
}

/** The assignee of a cause, from the reader's view. */
export const formatAssignee = ({ assignee }: OpenCause, { t, ownId }: Pick<ColumnTexts, 't' | 'ownId'>): string =>
  assignee === null ? '' : assignee.userid === ownId ? t('you') : assignee.name

const formatSnoozed = ({ snoozed }: OpenCause, t: ColumnTexts['t'], time: (at: string) => string): string =>
  snoozed ? t('snoozedUntil', { time: time(snoozed.backAt), reason: snoozed.reason }) : ''

function CauseCell({
  cause,
  causeTexts: describeCause,
  t,
  state,
}: { cause: OpenCause } & Pick<ColumnTexts, 'causeTexts' | 't' | 'state'>) {
  const { title, details, formats } = describeCause(cause)
  const { icon: Mark, tone } = styleOf(cause.condition)
  const detailText = [...details, formatSnoozed(cause, t, formats.dateTime)].filter(Boolean).join(' · ')
  return (
    <span className={styles.attentionWhat} data-tone={tone}>
      <Mark size={18} stroke={2} aria-hidden color="var(--tone-text)" />
      <span className={tableStyles.twoLines}>
        <b>
          {title}
          <span className="vx-hidden"> ({state(cause.condition)})</span>
        </b>
        <span>{detailText}</span>
      </span>
    </span>
  )
}

export const causeColumns = ({ t, state, causeTexts: describeCause, ownId }: ColumnTexts): Column<OpenCause>[] => [
  {
    id: 'state',
    header: t('word.state'),
    hidden: true,
    value: ({ condition }) => conditions.indexOf(condition),
    csv: ({ condition }) => state(condition),
    cell: () => null,
  },
  {
    id: 'what',
    header: t('word.what'),
    value: (cause) => describeCause(cause).title,
    cell: (cause) => <CauseCell cause={cause} causeTexts={describeCause} t={t} state={state} />,
  },
  {
    id: 'since',
    header: t('word.since'),
    hidden: true,
    value: ({ since }) => since ?? '',
    zone: ({ timezone }) => timezone,
    cell: () => null,
  },
  {
    id: 'plant',
    header: t('word.plant'),
    width: 170,
    cut: true,
    value: ({ plantname }) => plantname,
    cell: ({ plant_id, plantname, city }) => (
      <span className={tableStyles.twoLines}>
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
    value: (cause) => formatAssignee(cause, { t, ownId }),
    cell: (cause) =>
      cause.mayAssign ? (
        <AssignMenu cause={cause} label={formatAssignee(cause, { t, ownId })} />
      ) : (
        formatAssignee(cause, { t, ownId }) || <span className="vx-hint">{t('nobody')}</span>
      ),
  },
  {
    id: 'next',
    header: t('word.nextStep'),
    width: 160,
    align: 'right',
    cell: (cause) => {
      const { to, action, title } = describeCause(cause)
      return (
        <Button component={AppLink} to={to} variant="default" size="xs" aria-label={`${action}: ${title}`}>
          {action}
        </Button>
      )
    },
  },
]

/** A cause as a line on a phone: problem and plant; at the right how long it is open, and who takes care of it. */
export const toCauseLine = (cause: OpenCause, { t, causeTexts: describeCause, ownId }: ColumnTexts): ListLine => {
  const { title, unit, formats } = describeCause(cause)
  const { plantname, condition, since, mayAssign } = cause
  const assignee = formatAssignee(cause, { t, ownId })
  return {
    title: <StatusInline state={condition} cause={title} />,
    state: since ? (
      <small>{t('openFor', { duration: formats.duration(serverNow() - Date.parse(since)) })}</small>
    ) : null,
    detail: [plantname, unit, formatSnoozed(cause, t, formats.dateTime)].filter(Boolean).join(' · '),
    value: assignee || (mayAssign ? <span className={styles.attentionAssign}>{t('assign')}</span> : null),
  }
}

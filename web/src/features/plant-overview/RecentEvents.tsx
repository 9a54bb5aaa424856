import {
  IconAlertOctagon,
  IconCircleCheck,
  IconClipboardCheck,
  IconNotebook,
  IconPencil,
  IconPlug,
  IconPlugOff,
  IconTerminal2,
} from '@tabler/icons-react'
import type { RecentEvent } from '@vigilux/contract/features/overview/recent-event.ts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { TimeText } from '../../shared/format/RelativeTime.tsx'
import { auditTexts, loadTextBundles } from '../../shared/i18n/i18n.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { serialOf } from '../central-units/index.ts'
import * as styles from './plant-overview.module.css'
import { describeRecentEvent, namesUnitApart, recentEventPath } from './recent-event-line.ts'

/** Maximum events beside the energy; a phone has all. */
const maxBeside = 4

/** Recent events of the plant, newest first, each with a link. */
export function RecentEvents() {
  const { t } = useTranslation('plant-overview')
  const { plantId } = useCurrentPlant()
  return (
    <Card
      title={t('recent.title')}
      aside={<AppLink to={pathTo('logbook', { plantId })}>{t('recent.logbook')}</AppLink>}
    >
      <AnswerBoundary>
        <Lines />
      </AnswerBoundary>
    </Card>
  )
}

function Lines() {
  const { t } = useTranslation('plant-overview')
  const { plantId } = useCurrentPlant()
  const { events } = useAnswer('getRecentEvents', { plantId })
  const hasChanges = events.some(({ kind }) => kind === 'change')
  useEffect(() => {
    // Texts of audited changes load only for the few people who may read them.
    if (hasChanges) void loadTextBundles('audit')
  }, [hasChanges])
  const hasAuditTexts = Object.keys(auditTexts('actionWords')).length > 0
  const phone = usePhone()
  const readable = events.filter(({ kind }) => kind !== 'change' || hasAuditTexts)
  const shown = phone ? readable : readable.slice(0, maxBeside)
  if (shown.length === 0) return <p className={styles.attentionNone}>{t('recent.none')}</p>
  return (
    <ol className={styles.recent}>
      {shown.map((event) => (
        <Line key={`${event.at} ${event.kind} ${recentEventPath(event, plantId)}`} event={event} />
      ))}
    </ol>
  )
}

function Line({ event }: { event: RecentEvent }) {
  const { t } = useTranslation(['plant-overview', 'commands'])
  const { plantId, plant } = useCurrentPlant()
  const actor = 'by' in event ? event.by : null
  const unit = 'cu' in event && namesUnitApart(event) ? t('attention.ofUnit', { serial: serialOf(event.cu) }) : null
  const [text, note] = [describeRecentEvent(event, t), [unit, actor].filter(Boolean).join(' · ')]
  return (
    <li title={[text, note].filter(Boolean).join(' · ')}>
      <Mark event={event} />
      <AppLink className="vx-finger" to={recentEventPath(event, plantId)}>
        {text}
      </AppLink>
      {note ? <small>{note}</small> : null}
      <TimeText at={event.at} timeZone={plant.timezone} />
    </li>
  )
}

/** Colored when a unit reported a problem, otherwise gray, because the event is over. */
function Mark({ event }: { event: RecentEvent }) {
  const iconProps = { size: 18, stroke: 1.8, 'aria-hidden': true } as const
  switch (event.kind) {
    case 'lampFault':
    case 'unitFault':
      return event.cleared ? (
        <IconCircleCheck {...iconProps} />
      ) : (
        <IconAlertOctagon {...iconProps} color="var(--state-error-text)" />
      )
    case 'mains':
      return event.failed ? (
        <IconPlugOff {...iconProps} color="var(--state-emergency-text)" />
      ) : (
        <IconPlug {...iconProps} />
      )
    case 'connection':
      return event.connected ? <IconPlug {...iconProps} /> : <IconPlugOff {...iconProps} />
    case 'test':
      return <IconClipboardCheck {...iconProps} />
    case 'command':
      return <IconTerminal2 {...iconProps} />
    case 'entry':
      return <IconNotebook {...iconProps} />
    case 'change':
      return <IconPencil {...iconProps} />
  }
}

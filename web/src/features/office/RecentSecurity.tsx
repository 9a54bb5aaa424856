import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { useFormats } from '../../shared/format/format.ts'
import { browserTimeZone } from '../../shared/format/wall-time.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { pathTo } from '../../site-map.ts'
import * as styles from './office.module.css'
import { securityEventText, securityStateOf } from './security-texts.ts'
import { countsRefetchMs } from './use-office-stats.ts'

const maxShown = 3

/** The newest events of the security log. */
export function RecentSecurity() {
  const { t } = useTranslation('accounts')
  const { t: tOffice } = useTranslation('office')
  const { number, dateTime } = useFormats(browserTimeZone)
  const { events } = useAnswer(
    'getSecurityEvents',
    { page: 1, pageSize: maxShown },
    { refetchInterval: countsRefetchMs },
  )
  return (
    <Card
      title={t('security.title')}
      aside={events.length > 0 ? <AppLink to={pathTo('ntoSecurity')}>{tOffice('all')}</AppLink> : null}
    >
      {events.length === 0 ? <p className={styles.officeNone}>{t('security.emptyTitle')}</p> : null}
      <ul className={styles.officeEvents}>
        {events.map((event) => (
          <li key={[event.at, event.kind, event.userid, event.address, event.action].join(' ')}>
            <StatusInline
              state={securityStateOf(event.kind)}
              cause={`${securityEventText(t, event.kind)}${event.count > 1 ? ` (${number(event.count)})` : ''}`}
            />
            <small>
              {[event.name ?? t('security.nobody'), event.plantname, dateTime(event.at)].filter(Boolean).join(' · ')}
            </small>
          </li>
        ))}
      </ul>
    </Card>
  )
}

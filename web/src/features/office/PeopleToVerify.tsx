import { IconChevronRight, IconUserCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { useFormats } from '../../shared/format/format.ts'
import { useNow } from '../../shared/format/RelativeTime.tsx'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { serverNow } from '../../shared/plant/server-clock.ts'
import { pathTo } from '../../site-map.ts'
import { VatNote } from '../accounts/index.ts'
import * as styles from './office.module.css'
import { countsRefetchMs } from './use-office-stats.ts'

const maxShown = 3

/** People whom the office has to verify, the longest waiting first. */
export function PeopleToVerify() {
  const { t } = useTranslation('office')
  const { number, duration } = useFormats()
  const now = serverNow(useNow(60_000))
  const { users, total } = useAnswer('getPendingUsers', { page: 1 }, { refetchInterval: countsRefetchMs })
  const all = pathTo('ntoPendingUsers')
  return (
    <Card
      title={t('toVerify.title')}
      aside={total > 0 ? <AppLink to={all}>{t('toVerify.all', { number: number(total) })}</AppLink> : null}
    >
      {total === 0 ? <p className={styles.officeNone}>{t('toVerify.none')}</p> : null}
      <ul className={styles.officePeople}>
        {users.slice(0, maxShown).map((user) => (
          <li key={user.userid}>
            <AppLink to={all}>
              <IconUserCheck size={18} stroke={1.8} aria-hidden />
              <span>
                <b>{`${user.name} ${user.surname}`}</b>
                <small>{[user.businessname, user.country].filter(Boolean).join(', ')}</small>
              </span>
              <span className={styles.officeWaits}>
                <VatNote user={user} />
                <span>{t('toVerify.waits', { time: duration(now - Date.parse(user.created_at)) })}</span>
              </span>
              <IconChevronRight size={16} aria-hidden />
            </AppLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}

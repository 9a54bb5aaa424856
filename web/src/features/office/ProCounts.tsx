import { proEndingDays } from '@vigilux/contract/features/office/office-plant.ts'
import { tiers } from '@vigilux/contract/features/plants/tiers.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { useFormats } from '../../shared/format/format.ts'
import { browserTimeZone, instantOf, monthsUntilNow } from '../../shared/format/wall-time.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { pathTo } from '../../site-map.ts'
import * as styles from './office.module.css'
import { useOfficeStats } from './use-office-stats.ts'

/** Plants by tier, and the codes that make plants Pro. */
export function ProCounts() {
  const { t } = useTranslation('plants')
  const { t: tShell } = useTranslation('shell')
  const { t: tOffice } = useTranslation('office')
  const { number } = useFormats()
  const { tiers: counts, proEnding } = useOfficeStats()
  const usedSince = instantOf(`${monthsUntilNow(browserTimeZone, 1)[0]}-01T00:00`, browserTimeZone)
  const { states, total: usedThisMonth } = useAnswer('getAllTokens', {
    page: 1,
    pageSize: 1,
    ...(usedSince ? { usedSince } : {}),
  })
  const codes = pathTo('ntoProCodes')
  return (
    <Card title={tShell('page.ntoProCodes')} aside={<AppLink to={codes}>{tOffice('all')}</AppLink>}>
      <ul className={styles.officeCounts}>
        <Count to={pathTo('ntoProCodes', {}, { f: 'free' })} count={states.free}>
          {tOffice('freeCodes')}
        </Count>
        <Count to={pathTo('ntoProCodes', {}, { f: 'used', sort: '-usedAt' })} count={usedThisMonth}>
          {tOffice('usedThisMonth')}
        </Count>
        {tiers
          .filter((tier) => counts[tier] > 0)
          .map((tier) => (
            <Count key={tier} to={pathTo('ntoSummary', {}, { tier })} count={counts[tier]}>
              {`${t('word.plants')} · ${t(`tier.${tier}`)}`}
            </Count>
          ))}
        {proEnding > 0 ? (
          <Count to={pathTo('ntoSummary', {}, { tier: 'pro', sort: 'expiry' })} count={proEnding}>
            {tOffice('proEnding', { days: number(proEndingDays) })}
          </Count>
        ) : null}
      </ul>
    </Card>
  )
}

function Count({ to, count, children }: { to: string; count: number; children: ReactNode }) {
  const { number } = useFormats()
  return (
    <li>
      <AppLink to={to}>
        <span>{children}</span>
        <b>{number(count)}</b>
      </AppLink>
    </li>
  )
}

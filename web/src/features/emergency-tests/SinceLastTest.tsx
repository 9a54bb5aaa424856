import { IconArrowDownRight, IconArrowsHorizontal, IconArrowUpRight, IconVolumeOff } from '@tabler/icons-react'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import type { TestedLamp, TestFindings } from '@vigilux/contract/features/reports/test-findings.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import * as emergencyTestsStyles from './emergency-tests.module.css'
import * as verdictStyles from './verdict.module.css'

/** Maximum number of named lamps; the others are counted. */
const maxNamed = 6

const changes = [
  { key: 'newlyFailed', icon: IconArrowDownRight, tone: 'error' },
  { key: 'stillFailing', icon: IconArrowDownRight, tone: 'error' },
  { key: 'mended', icon: IconArrowUpRight, tone: 'ok' },
  { key: 'silent', icon: IconVolumeOff, tone: 'offline' },
] as const

/** Newly failed, mended or silent lamps since the previous test. */
export function SinceLastTest({ findings: { since } }: { findings: TestFindings }) {
  const { t } = useTranslation('emergency-tests')
  const { plant } = useCurrentPlant()
  const { duration, dateTime } = useFormats(plant.timezone)
  if (!since)
    return <p className={`vx-card ${emergencyTestsStyles.cardText} ${verdictStyles.sinceNone}`}>{t('since.none')}</p>
  const shown = changes.filter(({ key }) => since[key].length > 0)
  return (
    <Card title={t('since.title', { date: dateTime(since.at) })}>
      <ul className={verdictStyles.since}>
        {shown.map(({ key, icon: Mark, tone }) => (
          <li key={key} data-tone={tone}>
            <Mark size={16} aria-hidden />
            <span>
              <NamedLamps what={t(`since.${key}`, { count: since[key].length })} lamps={since[key]} />
            </span>
          </li>
        ))}
        {shown.length === 0 ? <li>{t('since.nothing')}</li> : null}
        {since.median_s ? (
          <li>
            <IconArrowsHorizontal size={16} aria-hidden />
            <span>
              {t('since.median', {
                now: duration(since.median_s.now * 1000),
                before: duration(since.median_s.before * 1000),
              })}
            </span>
          </li>
        ) : null}
      </ul>
    </Card>
  )
}

function NamedLamps({ what: label, lamps }: { what: string; lamps: readonly TestedLamp[] }) {
  const { t } = useTranslation('emergency-tests')
  const { list } = useFormats()
  const moreCount = lamps.length - maxNamed
  const names = lamps.slice(0, maxNamed).map(({ lamp, description, location }) => {
    const place = description || location
    return place ? `${lampNumber(lamp)} ${place}` : lampNumber(lamp)
  })
  return t('since.lamps', {
    what: label,
    lamps: list(moreCount > 0 ? [...names, t('since.more', { count: moreCount })] : names),
  })
}

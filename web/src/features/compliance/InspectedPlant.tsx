import { CopyButton } from '@mantine/core'
import type { Compliance } from '@vigilux/contract/features/compliance/compliance.ts'
import type { Inspection } from '@vigilux/contract/features/compliance/inspection.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { type StateName, styleOf } from '../../shared/status/states.ts'
import { pathTo } from '../../site-map.ts'
import * as styles from './compliance.module.css'

type Props = { found: Inspection; compliance: Compliance; openedAt: string }

/** State, words, and a fact at the right: a row of the inspector's page. */
function Row({ look, aside, children }: { look?: StateName; aside?: ReactNode; children: ReactNode }) {
  const style = look && styleOf(look)
  return (
    <li data-tone={style?.tone}>
      {style ? <style.icon size={18} aria-hidden color="var(--tone-text)" /> : null}
      <span>{children}</span>
      {aside === undefined ? null : <span className="vx-quiet">{aside}</span>}
    </li>
  )
}

const lookOfCause = {
  onBattery: 'emergency',
  inhibited: 'inhibited',
  faulty: 'error',
  notReporting: 'offline',
  unitsOffline: 'offline',
} as const satisfies Record<Inspection['present'][number]['cause'], StateName>

/** The present state of the lamps, with or without a rule about it. */
export function TrueNow({ found: { present, lampsOk }, compliance, openedAt }: Props) {
  const { t } = useTranslation('compliance')
  const { number, duration } = useFormats(compliance.timezone)
  const words = (cause: Inspection['present'][number]['cause'], count: number) =>
    cause === 'faulty' ? t('inspection.faulty', { n: number(count) }) : t(`now.${cause}`, { count })
  return (
    <Card
      title={t('inspection.now')}
      aside={t('inspection.ok', { n: number(lampsOk), total: number(compliance.lamps) })}
    >
      <ul className={styles.inspected}>
        {present.map(({ cause, count, since }) => (
          <Row
            key={cause}
            look={lookOfCause[cause]}
            aside={
              since
                ? t('inspection.since', { duration: duration(Date.parse(openedAt) - Date.parse(since)) })
                : undefined
            }
          >
            {words(cause, count)}
          </Row>
        ))}
        <NoneOnBattery present={present} />
      </ul>
    </Card>
  )
}

/** Says whether lamps are on battery when none is; a silent lamp may be. */
function NoneOnBattery({ present }: Pick<Inspection, 'present'>) {
  const { t } = useTranslation('compliance')
  const causes = new Set(present.map(({ cause }) => cause))
  if (causes.has('onBattery')) return null
  if (causes.size === 0) return <Row look="ok">{t('inspection.well')}</Row>
  const isSilent = causes.has('notReporting') || causes.has('unitsOffline')
  return (
    <Row look={isSilent ? 'unknown' : 'ok'}>
      {t(isSilent ? 'inspection.noneHeardOnBattery' : 'inspection.noneOnBattery')}
    </Row>
  )
}

/** The six items of the logbook, the last signature, and the head of the chain with the way to verify an export. */
export function InspectedLogbook({ found: { logbook }, compliance }: Props) {
  const { t } = useTranslation('logbook')
  const { t: ofCompliance } = useTranslation('compliance')
  const { date } = useFormats(compliance.timezone)
  const { items, signed, head } = logbook
  const done = items.filter(({ missing }) => missing === null).length
  return (
    <Card title={t('title')} aside={t('done', { done, total: items.length })}>
      <ul className={styles.inspected}>
        {items.map(({ item, missing }) => (
          <Row
            key={item}
            look={missing === null ? 'ok' : 'warning'}
            aside={missing === null ? t('complete') : t(`missing.${missing}`)}
          >
            {t(`item.${item}`)}
          </Row>
        ))}
        <Row
          aside={
            signed
              ? signed.by
                ? t('signedBy', { name: signed.by, day: date(signed.at) })
                : date(signed.at)
              : undefined
          }
        >
          {signed ? t('signedUpTo', { no: signed.upTo }) : t('notSigned')}
        </Row>
        <Row aside={<a href={`#${pathTo('verify')}`}>{t('verify')}</a>}>
          {ofCompliance('inspection.head', { no: head.no })} {head.hash ? <ChainHead hash={head.hash} /> : null}
        </Row>
      </ul>
    </Card>
  )
}

/** The first digits of the head; a press shows and copies all of them. */
function ChainHead({ hash }: { hash: string }) {
  const { t } = useTranslation('compliance')
  const [isWhole, setWhole] = useState(false)
  const short = hash.slice(0, 8)
  return (
    <CopyButton value={hash}>
      {({ copied, copy }) => (
        <>
          <button
            type="button"
            className={`vx-linklike vx-finger ${styles.chainHead}`}
            aria-label={t('inspection.wholeHead', { hash: isWhole ? hash : short })}
            onClick={() => {
              setWhole(true)
              copy()
            }}
          >
            <code>{isWhole ? hash : short}</code>
          </button>{' '}
          <span role="status">{copied ? t('inspector.copied') : ''}</span>
        </>
      )}
    </CopyButton>
  )
}

/** The last tests and inspections of each kind. */
export function LastTests({ found: { lastTests, visualAt, lightAt }, compliance }: Props) {
  const { t } = useTranslation('compliance')
  const { number, date, duration } = useFormats(compliance.timezone)
  const detailOf = ({ at, shortestS }: Inspection['lastTests'][number]) => {
    if (at === null) return t('inspection.never')
    return [
      date(at),
      ...(shortestS === null ? [] : [t('inspection.shortest', { duration: duration(shortestS * 1000) })]),
    ].join(' · ')
  }
  const lookOf = ({ at, passed, lamps }: Inspection['lastTests'][number]): StateName => {
    if (at === null) return 'unknown'
    return passed === lamps ? 'passed' : 'warning'
  }
  return (
    <Card title={t('inspection.tests')}>
      <ul className={styles.inspected}>
        {lastTests.map((test) => (
          <Row
            key={`${test.kind} ${test.group}`}
            look={lookOf(test)}
            aside={t('inspection.passed', { n: number(test.passed), total: number(test.lamps) })}
          >
            {t(`inspection.test.${test.kind}`)}
            {test.group ? `, ${t(`inspection.group.${test.group}`)}` : ''}
            <small>{detailOf(test)}</small>
          </Row>
        ))}
        {(
          [
            ['visual', visualAt],
            ['light', lightAt],
          ] as const
        ).map(([kind, at]) => (
          <Row key={kind} look={at ? 'passed' : 'unknown'} aside={at ? date(at) : t('inspection.never')}>
            {t(`inspection.${kind}`)}
          </Row>
        ))}
      </ul>
    </Card>
  )
}

/** Open defects, oldest first. */
export function OpenDefects({ found: { openDefects }, compliance, openedAt }: Props) {
  const { t } = useTranslation('compliance')
  const { number, duration } = useFormats(compliance.timezone)
  const ageOf = (since: string) => duration(Date.parse(openedAt) - Date.parse(since))
  const { count, shown } = openDefects
  const oldest = shown[0]
  return (
    <Card
      title={t('inspection.defects')}
      aside={
        oldest ? t('inspection.oldest', { n: number(count), duration: ageOf(oldest.since) }) : t('inspection.none')
      }
    >
      <ul className={styles.inspected}>
        {shown.map(({ cu, addr, name, place, since }) => (
          <Row key={`${cu} ${addr}`} look="error" aside={ageOf(since)}>
            {name || (addr === null ? cu : t('inspection.lamp', { addr }))}
            <small>{[cu, place].filter(Boolean).join(' · ')}</small>
          </Row>
        ))}
      </ul>
      {count > shown.length ? (
        <p className={`vx-quiet ${styles.inspectedMore}`}>
          {t('inspection.hidden', { n: number(count - shown.length) })}
        </p>
      ) : null}
    </Card>
  )
}

import { Button } from '@mantine/core'
import type { Evidence, JudgedRule } from '@vigilux/contract/features/compliance/compliance.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { pathTo } from '../../site-map.ts'
import * as styles from './compliance.module.css'
import { useMonthName } from './use-month-name.ts'

/** Rows shown before "show all". */
const initiallyShown = 3

/** Context of evidence links; a page without a plant, such as the inspector's, has none. */
export type EvidencePlace = { plantId?: string | undefined; timezone: string }

function useTexts(timezone: string) {
  const { t } = useTranslation('compliance')
  const { date, number } = useFormats(timezone)
  const monthName = useMonthName()
  return ({ what, at, until, value, limit, item, month }: Evidence): string => {
    if ((what === 'silent' || what === 'lampSilent') && !at) return t('evidence.neverAnswered')
    return t(`evidence.${what}`, {
      ...(at && { at: date(at) }),
      ...(until && { until: date(until) }),
      ...(value !== undefined && { value: number(value) }),
      ...(limit !== undefined && { limit: number(limit) }),
      ...(item && { item: t(`item.${item}`) }),
      ...(month && { month: monthName(month) }),
    })
  }
}

const keyOf = ({ what, cu, addr, at, item, value, limit }: Evidence): string =>
  [what, cu, addr, at, item, value, limit].join(' ')

function linkOf({ cu, addr }: Evidence, plantId: string | undefined): string | undefined {
  if (!plantId || !cu) return undefined
  return addr === undefined
    ? pathTo('unit', { plantId, unit: cu })
    : pathTo('devices', { plantId }, { lamp: `${cu}.${addr}` })
}

type RowsProps = EvidencePlace & { rule: JudgedRule['rule']; rows: readonly Evidence[]; count: number }

/** The lamps, units and entries behind a rule: the first ones, or all on request. */
export function EvidenceRows({ rule, rows, count, plantId, timezone }: RowsProps) {
  const { t } = useTranslation('compliance')
  const { number } = useFormats()
  const texts = useTexts(timezone)
  const [isOpen, setOpen] = useState(false)
  if (rows.length === 0) return null
  const shown = isOpen ? rows : rows.slice(0, initiallyShown)
  return (
    <>
      <ul className={styles.evidence} aria-label={t('rows.evidence', { rule })}>
        {shown.map((row) => (
          <li key={keyOf(row)}>
            <Name row={row} to={linkOf(row, plantId)} /> {texts(row)}
          </li>
        ))}
        {isOpen && count > rows.length ? <li>{t('rows.more', { n: number(count - rows.length) })}</li> : null}
      </ul>
      {rows.length > initiallyShown ? (
        <Button size="compact-xs" variant="subtle" className="vx-no-print" onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('rows.fewer') : t('rows.all', { n: number(count) })}
        </Button>
      ) : null}
    </>
  )
}

function Name({ row: { name, place, addr, cu }, to }: { row: Evidence; to: string | undefined }) {
  const { t } = useTranslation('compliance')
  if (!cu) return null
  const serial = cu.slice(cu.indexOf('_') + 1)
  const lampText =
    addr === undefined ? (name ?? serial) : `${name ?? lampNumber(addr)} (${serial} · ${lampNumber(addr)})`
  return (
    <>
      {to ? <AppLink to={to}>{lampText}</AppLink> : <strong>{lampText}</strong>}
      {place ? ` ${place}` : ''}
      {t('rows.colon')}
    </>
  )
}

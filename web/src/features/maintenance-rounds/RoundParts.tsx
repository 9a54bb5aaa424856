import { IconBattery2, IconBulb, IconTool } from '@tabler/icons-react'
import type { RoundPart } from '@vigilux/contract/features/maintenance-rounds/round.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { pathTo } from '../../site-map.ts'
import * as styles from './maintenance-rounds.module.css'

type Parts = { parts: readonly RoundPart[]; withoutPart: number }

/** Icon of a spare part, by kind. */
export function PartSign({ kind }: { kind: RoundPart['product']['kind'] }) {
  const Sign = kind === 'battery' ? IconBattery2 : kind === 'ledModule' || kind === 'tube' ? IconBulb : IconTool
  return <Sign size={20} aria-hidden className={styles.roundSign} />
}

/** The parts to take along: how many are still to be fitted, and the total. */
export function PartList({ parts, withoutPart }: Parts) {
  const { t } = useTranslation('maintenance-rounds')
  const { number } = useFormats()
  if (parts.length === 0) return <p className="vx-hint">{t('parts.none')}</p>
  return (
    <ul className={styles.roundParts}>
      {parts.map(({ product, pieces, left: remaining }) => (
        <li key={product.code} data-used={remaining === 0 || undefined}>
          <PartSign kind={product.kind} />
          <span>
            {number(remaining)} × {product.name}{' '}
            <AppLink to={pathTo('product', { productId: product.code })}>{product.code}</AppLink>
          </span>
          {remaining < pieces ? (
            <small>{t('parts.was', { pieces: number(pieces), used: number(pieces - remaining) })}</small>
          ) : null}
        </li>
      ))}
      {withoutPart > 0 ? (
        <li>
          <small>{t('parts.without', { count: withoutPart })}</small>
        </li>
      ) : null}
    </ul>
  )
}

export function RoundParts(parts: Parts) {
  const { t } = useTranslation('maintenance-rounds')
  return (
    <Card title={t('parts.title')}>
      <div className={styles.roundCard}>
        <PartList {...parts} />
      </div>
    </Card>
  )
}

import { costOf, sumOf } from '@vigilux/contract/features/bill-of-materials/bill.rules.ts'
import type { Bill, BillKind, NeededPart } from '@vigilux/contract/features/bill-of-materials/bill.ts'
import { useTranslation } from 'react-i18next'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { errorText } from '../../shared/i18n/i18n.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { AppLink } from '../../shared/navigation.tsx'
import { ProductPicture } from '../../shared/product/ProductPicture.tsx'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { pathTo } from '../../site-map.ts'
import { BatteriesDue } from '../batteries/index.ts'
import * as styles from './bill-of-materials.module.css'
import { useFormatMoney } from './money.ts'
import { PriceButton } from './PriceButton.tsx'

/** Spare parts for the open faults, with number and reason. */
export function NeededParts({ bill, of }: { bill: Bill; of: BillKind }) {
  const { t } = useTranslation('bill-of-materials')
  const money = useFormatMoney(bill)
  const pieces = bill.parts.reduce((sum, part) => sum + part.pieces, 0)
  const cost = sumOf(bill.parts.map((part) => costOf(part.pieces, part.price)))
  return (
    <section className={`vx-card ${styles.billParts}`} aria-label={t('partsTitle')}>
      <header className={layoutStyles.cardHead}>
        <h2>{t('partsTitle')}</h2>
        <span>{bill.faults > 0 ? t('forFaults', { count: bill.faults }) : null}</span>
      </header>
      {bill.parts.length === 0 ? (
        <p className={styles.billNote}>{t('noParts')}</p>
      ) : (
        <>
          <div className={styles.billScroll}>
            <table className={styles.billTable}>
              <thead>
                <tr>
                  <th>{t('part')}</th>
                  <th>{t('for')}</th>
                  <th>{t('why')}</th>
                  <th className={styles.billNumber}>{t('pieces')}</th>
                  {money ? <th className={styles.billNumber}>{t('word.price')}</th> : null}
                  {money ? <th className={styles.billNumber}>{t('sum')}</th> : null}
                </tr>
              </thead>
              <tbody>
                {bill.parts.map((part) => (
                  <PartRow key={part.product.code} part={part} bill={bill} of={of} />
                ))}
              </tbody>
            </table>
          </div>
          <footer className={styles.billFoot}>
            <span>{t('piecesInAll', { count: pieces })}</span>
            {money ? <b>{money(cost.cents)}</b> : null}
            {money && !cost.isWhole ? <small>{t('notWhole')}</small> : null}
          </footer>
        </>
      )}
      {of === 'wired' ? (
        <AnswerBoundary>
          <BatteriesDue />
        </AnswerBoundary>
      ) : null}
      {bill.faultsWithoutPart > 0 ? (
        <p className={styles.billNote}>{t('withoutPart', { count: bill.faultsWithoutPart })}</p>
      ) : null}
    </section>
  )
}

function PartRow({ part, bill, of }: { part: NeededPart; bill: Bill; of: BillKind }) {
  const { t } = useTranslation('bill-of-materials')
  const { number, list } = useFormats()
  const money = useFormatMoney(bill)
  const { product, price } = part
  return (
    <tr>
      <td>
        <span className={styles.billProduct}>
          <span className={styles.billThumb}>
            <ProductPicture product={product} />
          </span>
          <span>
            <AppLink to={pathTo('product', { productId: product.code })}>{product.code}</AppLink>
            <small>{product.name}</small>
          </span>
        </span>
      </td>
      <td>{list(part.for.map(({ name }) => name))}</td>
      <td>
        <ul className={styles.billWhy}>
          {part.faults.map(({ error, lamps }) => (
            <li key={error}>
              <StatusInline
                state="error"
                cause={t('whyOne', { fault: errorText('errors.lamp', error) ?? error, lamps: number(lamps) })}
              />
            </li>
          ))}
        </ul>
      </td>
      <td className={styles.billNumber} data-label={t('pieces')}>
        <b>{number(part.pieces)}</b>
      </td>
      {money && price && bill.prices ? (
        <>
          <td className={styles.billNumber} data-label={t('word.price')}>
            <PriceButton priced={{ product, price, of }} currency={bill.prices.currency} shown={money(price.cents)} />
          </td>
          <td className={styles.billNumber} data-label={t('sum')}>
            {money(costOf(part.pieces, price))}
          </td>
        </>
      ) : null}
    </tr>
  )
}

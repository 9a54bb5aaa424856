import { costOf, sumOf } from '@vigilux/contract/features/bill-of-materials/bill.rules.ts'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useFormats } from '../../shared/format/format.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import * as styles from './batteries.module.css'
import { useMonthRange } from './battery-texts.ts'

type Answer = ActionOutput<'getBatteryOutlook'>
type Line = { code: string; pieces: number; min?: number; max?: number; cents?: number | null | undefined }

const priceOf = ({ cents }: Line) => (cents === undefined ? undefined : { cents })

/** Batteries to buy: for open faults at once, and for the expected ends of the coming half years. */
export function BatteryNeeds({ answer }: { answer: Answer }) {
  const { t } = useTranslation('batteries')
  const { plantId } = useCurrentPlant()
  const { number } = useFormats()
  const monthRange = useMonthRange()
  const { needed, outlook, prices } = answer
  const money = (cents: number | null) =>
    cents === null ? '–' : number(cents / 100, { style: 'currency', currency: prices?.currency ?? 'EUR' })
  const blocks: { when: string; lines: Line[] }[] = [
    { when: t('word.now'), lines: needed },
    ...(outlook?.periods ?? []).map(({ from, until, needs }) => ({ when: monthRange(from, until), lines: needs })),
  ].filter(({ lines }) => lines.length > 0)
  const allLines = blocks.flatMap(({ lines }) => lines)
  const cost = sumOf(allLines.map((line) => costOf(line.pieces, priceOf(line))))
  const hasPrices = allLines.some(({ cents }) => typeof cents === 'number')
  return (
    <section className={`vx-card ${styles.batteryNeeds}`} aria-label={t(outlook ? 'needs.title' : 'needs.titleNow')}>
      <header className={layoutStyles.cardHead}>
        <h2>{t(outlook ? 'needs.title' : 'needs.titleNow')}</h2>
        <span>{t('needs.pieces', { count: allLines.reduce((total, { pieces }) => total + pieces, 0) })}</span>
      </header>
      {allLines.length === 0 ? (
        <p className={styles.batteryNote}>{t(outlook ? 'needs.nothing' : 'needs.nothingNow')}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('word.battery')}</th>
              <th scope="col" className={styles.number}>
                {t('needs.range')}
              </th>
              {hasPrices ? (
                <th scope="col" className={styles.number}>
                  {t('word.price')}
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {blocks.map(({ when, lines }) => (
              <Fragment key={when}>
                <tr className={styles.batteryWhen}>
                  <th scope="rowgroup" colSpan={hasPrices ? 3 : 2}>
                    {when}
                  </th>
                </tr>
                {lines.map((line) => (
                  <tr key={line.code}>
                    <td>
                      <AppLink to={pathTo('product', { productId: line.code })}>{line.code}</AppLink>
                    </td>
                    <td className={styles.number}>
                      <b>{number(line.pieces)}</b>{' '}
                      {line.max !== undefined && line.max !== line.min ? (
                        <small>{t('needs.between', { min: number(line.min ?? 0), max: number(line.max) })}</small>
                      ) : null}
                    </td>
                    {hasPrices ? <td className={styles.number}>{money(costOf(line.pieces, priceOf(line)))}</td> : null}
                  </tr>
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      )}
      <PlanRound needed={needed} />
      {prices && allLines.length > 0 ? (
        <footer className={styles.batteryFoot}>
          {hasPrices ? <b>{money(cost.cents)}</b> : null}
          {cost.isWhole ? null : (
            <AppLink className="vx-finger" to={pathTo('plantBom', { plantId })}>
              {t('needs.addPrices')}
            </AppLink>
          )}
        </footer>
      ) : null}
    </section>
  )
}

/** Leads to a round for failed batteries; hidden when there are none. */
function PlanRound({ needed }: Pick<Answer, 'needed'>) {
  const { t } = useTranslation('batteries')
  const { plantId } = useCurrentPlant()
  const [first, ...otherCodes] = needed
  if (!first) return null
  return (
    <p className={styles.batteryNote}>
      <AppLink to={pathTo('rounds', { plantId }, otherCodes.length === 0 ? { q: first.code } : {})}>
        {t('word.planARound')}
      </AppLink>
    </p>
  )
}

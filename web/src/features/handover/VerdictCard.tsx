import type {
  Handover,
  HandoverDefect,
  HandoverVerdict,
  MissingItem,
} from '@vigilux/contract/features/handover/handover.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { type StateName, styleOf } from '../../shared/status/states.ts'
import * as styles from './handover.module.css'

const verdictStyles: Record<HandoverVerdict, StateName> = { met: 'ok', notMet: 'error', unknown: 'notExecuted' }

/** The provisional verdict, with every missing or deviating item by name. */
export function VerdictCard({ handover }: { handover: Handover }) {
  const { t } = useTranslation('handover')
  const { verdict, missing, defects, draft } = handover
  const { icon: Mark, tone } = styleOf(verdictStyles[verdict])
  const verdictLines = [
    defects.length > 0 ? t('verdict.notMet', { count: defects.length }) : '',
    missing.length > 0 ? t('verdict.unknown', { count: missing.length }) : '',
  ].filter(Boolean)
  return (
    <section className={`vx-card ${styles.handoverVerdict}`}>
      <h2>
        <span data-tone={tone}>
          <Mark size={22} aria-hidden color="var(--tone-text)" />
        </span>
        {verdictLines.length === 0 ? t('verdict.met') : verdictLines.join('. ')}
      </h2>
      <MissingList missing={missing} />
      <DefectList defects={defects} measurements={draft.measurements} />
    </section>
  )
}

function MissingList({ missing }: { missing: readonly MissingItem[] }) {
  const { t } = useTranslation('handover')
  if (missing.length === 0) return null
  return (
    <div>
      <h3>{t('missing.title')}</h3>
      <ul>
        {missing.map(({ what, item, count = 0 }) => (
          <li key={`${what} ${item}`}>
            {what === 'untested' ? t('missing.untested', { count }) : null}
            {what === 'lamps' || what === 'measurements' ? t(`missing.${what}`) : null}
            {(what === 'answer' || what === 'note') && item ? t(`missing.${what}`, { item: t(`item.${item}`) }) : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

type DefectProps = { defects: readonly HandoverDefect[]; measurements: Handover['draft']['measurements'] }

function DefectList({ defects, measurements }: DefectProps) {
  const { t } = useTranslation('handover')
  const { number } = useFormats()
  const describeDefect = ({ what, item, count = 0, at = 0 }: HandoverDefect): string => {
    if (what === 'lamps') return t('defect.lamps', { count })
    if (what === 'answer') return item ? t('defect.answer', { item: t(`item.${item}`) }) : ''
    const { point = '', lux = 0, requiredLux = 0 } = measurements[at] ?? {}
    return t('defect.light', { point, lux: number(lux), required: number(requiredLux) })
  }
  if (defects.length === 0) return null
  return (
    <div>
      <h3>{t('defect.title')}</h3>
      <ul>
        {defects.map((defect) => (
          <li key={`${defect.what} ${defect.item} ${defect.at}`}>{describeDefect(defect)}</li>
        ))}
      </ul>
    </div>
  )
}

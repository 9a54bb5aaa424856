import type { EnergyCost, EnergySaving } from '@vigilux/contract/features/energy/energy-costs.ts'
import { formatCo2, formatKwh } from '@vigilux/contract/features/energy/energy-figures.rules.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { useFormatEnergyMoney } from './energy-texts.ts'
import { Figure } from './Figure.tsx'

const joinParts = (...parts: (string | null)[]) => parts.filter(Boolean).join(', ')

/** Energy saved against the baseline. */
export function SavedFigure({ saving: { saved, percent: percentSaved, days } }: { saving: EnergySaving }) {
  const { t } = useTranslation('energy')
  const { measure, percent } = useFormats()
  const comparedText = percentSaved === null ? null : t('savedOf', { percent: percent(Math.round(percentSaved)) })
  return (
    <Figure
      value={formatKwh(measure, saved)}
      note={joinParts(comparedText, t('savedDays', { days }))}
      label={t('saved')}
    />
  )
}

/** Cost of the used energy by the tariff. */
export function CostFigure({ cost: { amount, unknownWh, currency } }: { cost: EnergyCost }) {
  const { t } = useTranslation('energy')
  const { measure } = useFormats()
  const money = useFormatEnergyMoney(currency)
  const unknown = unknownWh > 0 ? t('costUnknown', { energy: formatKwh(measure, unknownWh) }) : null
  const value = amount === null ? t('unknownCost') : money.amount(amount)
  return <Figure value={value} note={joinParts(amount === null ? null : t('costBy'), unknown)} label={t('cost')} />
}

/** Emissions avoided by the saving. */
export function AvoidedFigure({ saving: { co2Kg, factor } }: { saving: EnergySaving }) {
  const { t } = useTranslation('energy')
  const { measure, number, country } = useFormats()
  const sourceText = (source: NonNullable<typeof factor>) =>
    t('co2By', { country: country(source.country), year: source.year, grams: number(source.gPerKwh) })
  return <Figure value={formatCo2(measure, co2Kg)} note={factor ? sourceText(factor) : t('co2None')} label={t('co2')} />
}

import type { EnergyAnswer } from '@vigilux/contract/features/energy/energy.ts'
import type { EnergyCost, EnergySaving } from '@vigilux/contract/features/energy/energy-costs.ts'
import { formatCo2, formatKwh } from '@vigilux/contract/features/energy/energy-figures.rules.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { useFormatEnergyMoney } from './energy-texts.ts'
import { Figure } from './Figure.tsx'

const joined = (...of: (string | null)[]) => of.filter(Boolean).join(', ')

/** Savings, cost and avoided emissions, as far as a baseline and a tariff exist. */
export function SavingFigures({ answer: { saving, cost } }: { answer: EnergyAnswer }) {
  return (
    <>
      {saving ? <Saved saving={saving} /> : null}
      {cost ? <Cost cost={cost} /> : null}
      {saving ? <Avoided saving={saving} /> : null}
    </>
  )
}

function Saved({ saving: { saved, percent: of, days } }: { saving: EnergySaving }) {
  const { t } = useTranslation('energy')
  const { measure, percent } = useFormats()
  const against = of === null ? null : t('savedOf', { percent: percent(Math.round(of)) })
  return (
    <Figure value={formatKwh(measure, saved)} words={joined(against, t('savedDays', { days }))} label={t('saved')} />
  )
}

function Cost({ cost: { amount, unknownWh, currency } }: { cost: EnergyCost }) {
  const { t } = useTranslation('energy')
  const { measure } = useFormats()
  const money = useFormatEnergyMoney(currency)
  const unknown = unknownWh > 0 ? t('costUnknown', { energy: formatKwh(measure, unknownWh) }) : null
  const value = amount === null ? t('unknownCost') : money.amount(amount)
  return <Figure value={value} words={joined(amount === null ? null : t('costBy'), unknown)} label={t('cost')} />
}

function Avoided({ saving: { co2Kg, factor } }: { saving: EnergySaving }) {
  const { t } = useTranslation('energy')
  const { measure, number, country } = useFormats()
  const by = (one: NonNullable<typeof factor>) =>
    t('co2By', { country: country(one.country), year: one.year, grams: number(one.gPerKwh) })
  return <Figure value={formatCo2(measure, co2Kg)} words={factor ? by(factor) : t('co2None')} label={t('co2')} />
}

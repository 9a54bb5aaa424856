import { IconPencil } from '@tabler/icons-react'
import type { EmissionFactor } from '@vigilux/contract/features/energy/emission-factors.ts'
import type { EnergyAnswer } from '@vigilux/contract/features/energy/energy.ts'
import { formatKwh } from '@vigilux/contract/features/energy/energy-figures.rules.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { lazy } from '../../shared/lazy.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import * as styles from './energy.module.css'
import { useFormatEnergyMoney } from './energy-texts.ts'

const BaselineDialog = lazy(async () => (await import('./BaselineDialog.tsx')).BaselineDialog)
const TariffDialog = lazy(async () => (await import('./TariffDialog.tsx')).TariffDialog)

type PartProps = { answer: EnergyAnswer }

/** The baseline of savings, explained in a sentence, and its editor. */
export function BaselineCard({ answer: { saving, lamps } }: PartProps) {
  const { t } = useTranslation('energy')
  const { plantId } = useCurrentPlant()
  const { measure } = useFormats()
  const { day } = useFormats('UTC')
  const blockedReason = useWhyNotAllowed()
  const settings = useAnswer('getEnergySettings', { plantId })
  const [open, setOpen] = useState(false)
  const baseline = settings.baseline
  return (
    <section className={`vx-card ${styles.energyPart}`} aria-label={t('baseline.title')}>
      <header className={layoutStyles.cardHead}>
        <h2>{t('baseline.title')}</h2>
        <ReasonButton variant="subtle" size="compact-sm" blockedReason={blockedReason} onClick={() => setOpen(true)}>
          {t(baseline ? 'changeBaseline' : 'setBaseline')}
        </ReasonButton>
      </header>
      {!baseline ? <p>{t('noBaseline')}</p> : null}
      {baseline ? (
        <p>
          {baseline.kind === 'period'
            ? t('baseline.formulaPeriod', { from: day(baseline.from), until: day(baseline.until) })
            : t('baseline.formulaInstalled', { power: measure(lamps.ratedW / 1_000, 'kW') })}
        </p>
      ) : null}
      {baseline && !saving ? <p>{t('noneOver')}</p> : null}
      {saving ? (
        <dl className={layoutStyles.facts}>
          <Line label={t('baseline.line')} value={formatKwh(measure, saving.baseline)} />
          <Line label={t('used')} value={formatKwh(measure, saving.used)} />
          <Line label={t('saved')} value={formatKwh(measure, saving.saved)} />
        </dl>
      ) : null}
      <Factor factor={saving?.factor ?? settings.factor} />
      {open ? <BaselineDialog settings={settings} onClose={() => setOpen(false)} /> : null}
    </section>
  )
}

/** The CO2 factor with its source, if one is published. */
function Factor({ factor }: { factor: EmissionFactor | null }) {
  const { t } = useTranslation('energy')
  const { country, number } = useFormats()
  if (!factor) return <p>{t('co2None')}</p>
  return (
    <p>
      {t('co2By', { country: country(factor.country), year: factor.year, grams: number(factor.gPerKwh) })}{' '}
      <a href={factor.url} target="_blank" rel="noreferrer">
        {t('source', { source: factor.source })}
      </a>
    </p>
  )
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** The price of a kWh by rate, with the energy used at each; names hours without a tariff. */
export function TariffCard({ answer: { cost, saving } }: PartProps) {
  const { t } = useTranslation('energy')
  const { plantId } = useCurrentPlant()
  const { measure } = useFormats()
  const blockedReason = useWhyNotAllowed()
  const settings = useAnswer('getEnergySettings', { plantId })
  const money = useFormatEnergyMoney(settings.currency)
  const [open, setOpen] = useState(false)
  const hasTariffs = settings.tariffs.length > 0
  return (
    <section className={`vx-card ${styles.energyPart}`} aria-label={t('tariff.title')}>
      <header className={layoutStyles.cardHead}>
        <h2>{t('tariff.title')}</h2>
        <ReasonButton
          variant="subtle"
          size="compact-sm"
          blockedReason={blockedReason}
          leftSection={<IconPencil size={14} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {t(hasTariffs ? 'editTariff' : 'enterTariff')}
        </ReasonButton>
      </header>
      {!hasTariffs ? <p>{t('noTariff')}</p> : null}
      {cost && cost.rates.length > 0 ? (
        <table className={styles.energyRates}>
          <thead>
            <tr>
              <th scope="col">{t('tariff.rate')}</th>
              <th scope="col">{t('tariff.price', { currency: cost.currency })}</th>
              <th scope="col">{t('used')}</th>
              <th scope="col">{t('cost')}</th>
            </tr>
          </thead>
          <tbody>
            {cost.rates.map(({ name, price, used, amount }) => (
              <tr key={`${name} ${price}`}>
                <th scope="row">{name}</th>
                <td>{money.price(price)}</td>
                <td>{formatKwh(measure, used)}</td>
                <td>{money.amount(amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {cost && cost.unknownWh > 0 ? <p>{t('costUnknown', { energy: formatKwh(measure, cost.unknownWh) })}</p> : null}
      {saving && saving.money !== null && saving.meanPrice !== null ? (
        <p>{t('savedMoney', { amount: money.amount(saving.money), price: money.price(saving.meanPrice * 10_000) })}</p>
      ) : null}
      {open ? <TariffDialog settings={settings} onClose={() => setOpen(false)} /> : null}
    </section>
  )
}

import { keepPreviousData } from '@tanstack/react-query'
import type { LampBattery } from '@vigilux/contract/features/batteries/battery-outlook.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { useFormats } from '../../shared/format/format.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { TablePages } from '../../shared/table/TablePages.tsx'
import { BatteryChart } from './BatteryChart.tsx'
import * as styles from './batteries.module.css'
import { useEndTexts } from './battery-texts.ts'

const keyOf = ({ cu, lamp }: LampBattery): string => `${cu}.${lamp}`

/** The lamp in the address, on any page of the list. */
const placeOf = (key: string | undefined): { cu: string; lamp: number } | null => {
  const found = /^([a-z]+_[0-9A-F]+)\.(\d{1,3})$/.exec(key ?? '')
  return found?.[1] ? { cu: found[1], lamp: Number(found[2]) } : null
}

/** The lamps of a battery code, earliest end first, and one of them as a chart. */
export function BatteryLamps({ code }: { code: string | null }) {
  const [search] = useSearchParams()
  return (
    <AnswerBoundary>
      <Lamps code={code} page={Math.max(1, Number(search.page) || 1)} />
    </AnswerBoundary>
  )
}

function Lamps({ code, page }: { code: string | null; page: number }) {
  const { t } = useTranslation('batteries')
  const { plantId } = useCurrentPlant()
  const [search, setSearch] = useSearchParams()
  const { batteries, total } = useAnswer('getBatteries', { plantId, code, page }, { placeholderData: keepPreviousData })
  const [first] = batteries
  const shown = placeOf(search.lamp) ?? first
  return (
    <>
      <AnswerBoundary>{shown ? <BatteryChart cu={shown.cu} lamp={shown.lamp} /> : null}</AnswerBoundary>
      <section
        className={`vx-card ${styles.batteryLamps}`}
        aria-label={t('lamps.title', { code: code ?? t('codes.unknown') })}
      >
        <header className={layoutStyles.cardHead}>
          <h2>{t('lamps.title', { code: code ?? t('codes.unknown') })}</h2>
        </header>
        <ul>
          {batteries.map((battery) => (
            <li key={keyOf(battery)}>
              <button
                type="button"
                aria-pressed={battery.cu === shown?.cu && battery.lamp === shown.lamp}
                onClick={() => setSearch({ lamp: keyOf(battery) })}
              >
                <LampLine battery={battery} />
              </button>
            </li>
          ))}
        </ul>
        <TablePages page={page} total={total} onPage={(to) => setSearch({ page: String(to), lamp: undefined })} />
      </section>
    </>
  )
}

function LampLine({ battery }: { battery: LampBattery }) {
  const { t } = useTranslation('batteries')
  const { number } = useFormats()
  const endTexts = useEndTexts()
  const { cu, lamp, description, location, measured_min, rated_min, ends, why, tests } = battery
  const endText = ends ? endTexts(ends) : null
  return (
    <>
      <span>
        <b>{t('lamp', { lamp: lampNumber(lamp) })}</b>
        <small>{[description, location, cu.split('_')[1]].filter(Boolean).join(' · ')}</small>
      </span>
      <span className={styles.number}>
        {measured_min === null
          ? '–'
          : t('lamps.minutes', { measured: number(measured_min), rated: number(rated_min ?? 0) })}
      </span>
      <span>
        {endText ? (
          <>
            <b>{endText.about}</b>
            <small>{endText.between}</small>
          </>
        ) : (
          <span className="vx-quiet">
            {why === 'fewTests' ? t('why.fewTests', { count: tests }) : why ? t(`why.${why}`) : null}
          </span>
        )}
      </span>
    </>
  )
}

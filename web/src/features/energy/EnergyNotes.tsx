import { IconBulb, IconMoon, IconPlugX, IconTrendingUp } from '@tabler/icons-react'
import type { EnergyNote } from '@vigilux/contract/features/energy/energy-costs.ts'
import { formatKwh } from '@vigilux/contract/features/energy/energy-figures.rules.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { useFormats } from '../../shared/format/format.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import * as styles from './energy.module.css'

const icons = { lit_at_night: IconMoon, above_baseline: IconTrendingUp, no_power: IconPlugX } as const

/** Unusual findings of the last seven days, each linked to its lamp or zone. */
export function EnergyNotes() {
  const { t } = useTranslation('energy')
  return (
    <section className={`vx-card ${styles.energyPart}`} aria-label={t('notes.title')}>
      <header className={layoutStyles.cardHead}>
        <h2>{t('notes.title')}</h2>
      </header>
      <AnswerBoundary>
        <Notes />
      </AnswerBoundary>
    </section>
  )
}

function Notes() {
  const { t } = useTranslation('energy')
  const { plantId } = useCurrentPlant()
  const { notes } = useAnswer('getEnergyNotes', { plantId })
  if (notes.length === 0)
    return (
      <p>
        <IconBulb size={16} aria-hidden /> {t('notes.none')}
      </p>
    )
  return (
    <ul className={styles.energyNotes}>
      {notes.map((note) => (
        <Note key={`${note.kind} ${note.day} ${note.zone?.id ?? ''}`} note={note} />
      ))}
    </ul>
  )
}

function Note({ note }: { note: EnergyNote }) {
  const { t } = useTranslation('energy')
  const { plantId } = useCurrentPlant()
  const { measure } = useFormats()
  const { date } = useFormats('UTC')
  const { kind, zone, lamp, lamps, day } = note
  const Icon = icons[kind]
  const place = zone?.name ?? t('shares.none')
  const deviceText = lamp
    ? t(zone ? 'notes.lampIn' : 'notes.lamp', { number: lampNumber(lamp.addr), zone: place })
    : kind === 'above_baseline'
      ? place
      : t('notes.several', { zone: place, number: lamps })
  const period = kind === 'above_baseline' ? 'week' : 'day'
  const devicePath = lamp
    ? pathTo('devices', { plantId }, { lamp: `${lamp.topic}.${lamp.addr}` })
    : pathTo('energy', { plantId }, { period, date: day, ...(zone && { zone: zone.id }) })
  const values = {
    day: date(day),
    used: formatKwh(measure, note.used),
    expected: formatKwh(measure, note.expected),
    hours: measure(note.hours, 'h', 1),
  }
  const text = {
    lit_at_night: 'notes.litText',
    above_baseline: 'notes.aboveText',
    no_power: 'notes.powerText',
  } as const
  return (
    <li>
      <AppLink to={devicePath}>
        <Icon size={18} aria-hidden />
        <span>
          <b>{t(`notes.${kind}`, { what: deviceText })}</b>
          <small>{t(text[kind], values)}</small>
        </span>
      </AppLink>
    </li>
  )
}

import { IconAlertOctagonFilled } from '@tabler/icons-react'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import type { TFunction } from 'i18next'
import { errorText } from '../../shared/i18n/i18n.ts'
import { bySeverity, isState, type StateName, styleOf } from '../../shared/status/states.ts'
import * as tableStyles from '../../shared/table/table.module.css'
import type { Chip, Column } from '../../shared/table/table-model.ts'
import { serialOf } from '../central-units/index.ts'
import { TextCell } from '../lamp-labels/index.ts'
import type { Autonomy } from './autonomy.ts'
import { LampState } from './LampState.tsx'
import * as styles from './lamps.module.css'

export type LampTexts = {
  t: TFunction<'lamps'>
  /** "2·19": line and short address of addressed gear; null for other lamps. */
  gear: (lamp: Lamp) => string | null
  state: (name: StateName) => string
  minutes: (value: number) => string
  /** The last measured autonomy of a lamp. */
  autonomy: (lamp: Lamp) => Autonomy
  /** Why a test did not measure a lamp. */
  reason: (code: string) => string
  /** "3 Stairs": a group with its name. */
  group: (cu: string, group: number) => string
  /** A lamp's room with its parents; empty without a room. */
  room: (lamp: Lamp) => string
  /** The zones of a lamp; empty without one. */
  zones: (lamp: Lamp) => string
  percent: (value: number) => string
  dateTime: (at: string) => string
}

export function kindTexts(lamp: Lamp, t: TFunction<'lamps'>): string {
  if (lamp.type === 'emergency' && lamp.function) return t(`function.${lamp.function}`)
  return t(`type.${lamp.type}`)
}

type Shown = { severalUnits: boolean; hasGear: boolean }

/** Columns of the device lists; the unit only when there are several, and gear only if a unit has it. */
export function lampColumns(texts: LampTexts, { severalUnits, hasGear }: Shown): readonly Column<Lamp>[] {
  const { t, state, minutes, group } = texts
  const groupsOf = (lamp: Lamp) => lamp.groups.map((one) => group(lamp.cu, one)).join(', ')
  const unit: Column<Lamp> = {
    id: 'unit',
    header: t('word.unit'),
    cell: (lamp) => serialOf(lamp.cu),
    value: (lamp) => serialOf(lamp.cu),
  }
  const gear: Column<Lamp> = {
    id: 'gear',
    header: t('column.gear'),
    cell: (lamp) => texts.gear(lamp) ?? '–',
    value: (lamp) => (texts.gear(lamp) === null ? null : lamp.id),
    csv: (lamp) => texts.gear(lamp),
  }
  return [
    { id: 'number', header: t('word.numberShort'), cell: (lamp) => lampNumber(lamp.id), value: (lamp) => lamp.id },
    ...(severalUnits ? [unit] : []),
    ...(hasGear ? [gear] : []),
    {
      id: 'state',
      header: t('word.state'),
      cell: (lamp) => <LampState lamp={lamp} />,
      value: (lamp) => styleOf(lamp.condition).severity,
      csv: (lamp) =>
        [
          state(lamp.condition),
          ...lamp.errors.map((code) => errorText('errors.lamp', code) ?? code),
          ...(['functional', 'autonomy'] as const).flatMap((kind) => {
            const cause = lamp.pending_tests?.[kind]
            return cause ? t(`gear.pending.${kind}`, { cause: t(`gear.cause.${cause}`) }) : []
          }),
        ].join(', '),
    },
    {
      id: 'description',
      header: t('word.description'),
      cell: (lamp) => <TextCell lamp={lamp} field="description" />,
      value: (lamp) => lamp.description,
      cut: true,
    },
    {
      id: 'place',
      header: t('word.place'),
      cell: (lamp) => <TextCell lamp={lamp} field="location" />,
      value: (lamp) => lamp.location,
      cut: true,
    },
    {
      id: 'kind',
      header: t('word.type'),
      cell: (lamp) => <span className={tableStyles.oneLine}>{kindTexts(lamp, t)}</span>,
      value: (lamp) => kindTexts(lamp, t),
    },
    {
      id: 'autonomy',
      header: t('column.autonomy'),
      align: 'right',
      cell: (lamp) => <AutonomyCell autonomy={texts.autonomy(lamp)} texts={texts} required={lamp.autonomy} />,
      value: (lamp) => {
        const { minutes: measuredMinutes } = texts.autonomy(lamp)
        return measuredMinutes === undefined ? null : Math.floor(measuredMinutes)
      },
      csv: (lamp) => {
        const { minutes: measuredMinutes, reason } = texts.autonomy(lamp)
        if (measuredMinutes !== undefined) return minutes(measuredMinutes)
        return reason && unmeasuredReason(reason, texts)
      },
      typed: (lamp) => {
        const { minutes: measuredMinutes, reason } = texts.autonomy(lamp)
        return measuredMinutes === undefined ? reason && unmeasuredReason(reason, texts) : Math.floor(measuredMinutes)
      },
    },
    {
      id: 'groups',
      header: t('word.groups'),
      cell: (lamp) => <span title={groupsOf(lamp)}>{groupsOf(lamp)}</span>,
      value: groupsOf,
      cut: true,
    },
    {
      id: 'room',
      header: t('word.room'),
      cell: (lamp) => <span title={texts.room(lamp)}>{texts.room(lamp)}</span>,
      value: (lamp) => texts.room(lamp),
      cut: true,
      optional: true,
    },
    {
      id: 'zone',
      header: t('word.zone'),
      cell: (lamp) => <span title={texts.zones(lamp)}>{texts.zones(lamp)}</span>,
      value: (lamp) => texts.zones(lamp),
      cut: true,
      optional: true,
    },
    { id: 'serial', header: t('word.serial'), cell: (lamp) => lamp.serial, value: (lamp) => lamp.serial },
    ...detailColumns(texts),
  ]
}

/** Optional columns from a lamp's detail. */
function detailColumns(texts: LampTexts): readonly Column<Lamp>[] {
  const { t, minutes, percent, dateTime } = texts
  const unknown = <UnknownValue word={t('unknown')} />
  type Known = { value: string | number | null; shown: string; align?: 'right'; isMoment?: true }
  const column = (id: string, header: string, read: (lamp: Lamp) => Known | null, align?: 'right'): Column<Lamp> => ({
    id,
    header,
    optional: true,
    ...(align && { align }),
    cell: (lamp) => read(lamp)?.shown ?? unknown,
    value: (lamp) => read(lamp)?.value,
    csv: (lamp) => {
      const knownValue = read(lamp)
      return knownValue?.isMoment ? knownValue.value : knownValue?.shown
    },
    typed: (lamp) => read(lamp)?.value,
  })
  const text = (value: string | null) => (value ? { value, shown: value } : null)
  const number = (value: number | null, shown: (knownValue: number) => string) =>
    value === null ? null : { value, shown: shown(value) }
  const moment = (at: string | null) =>
    at === null ? null : { value: at, shown: dateTime(at), isMoment: true as const }
  return [
    column('product', t('word.product'), (lamp) => text(lamp.product_code)),
    column('rated', t('fact.autonomy'), (lamp) => number(lamp.autonomy, minutes), 'right'),
    column('battery', t('word.battery'), (lamp) => number(lamp.battery, percent), 'right'),
    column('level', t('word.levelNow'), (lamp) => number(lamp.dimming, percent), 'right'),
    column('testGroup', t('fact.testGroup'), ({ parity }) => text(parity && t(`parity.${parity}`))),
    column('line', t('fact.line'), (lamp) => number(lamp.line, String), 'right'),
    column('software', t('fact.software'), (lamp) => text(lamp.software_version)),
    column('since', t('word.since'), (lamp) => moment(lamp.condition_since)),
    column('reported', t('fact.reported'), (lamp) => moment(lamp.reported_at)),
    {
      id: 'notes',
      header: t('form.notes'),
      optional: true,
      cut: true,
      cell: (lamp) => <span title={lamp.notes}>{lamp.notes}</span>,
      value: (lamp) => lamp.notes,
    },
  ]
}

/** A dash for an unreported value, with an explanation; never 0. */
function UnknownValue({ word }: { word: string }) {
  return (
    <span className="vx-quiet" title={word}>
      <span aria-hidden>–</span>
      <span className="vx-hidden">{word}</span>
    </span>
  )
}

function unmeasuredReason(reasonCode: string, { t, reason }: LampTexts): string {
  if (reasonCode === 'neverTested' || reasonCode === 'notMeasured') return t(`autonomy.${reasonCode}`)
  return reason(reasonCode)
}

type AutonomyCellProps = { autonomy: Autonomy; texts: LampTexts; required: number | null }

/** Last measured autonomy, red when it is too short; otherwise a dash, and why there is no measurement. */
function AutonomyCell({ autonomy, texts, required }: AutonomyCellProps) {
  const { t, minutes } = texts
  if (autonomy.reason)
    return <span className={`vx-quiet ${styles.autonomyNone}`}>– {unmeasuredReason(autonomy.reason, texts)}</span>
  if (autonomy.minutes === undefined) return '–'
  const durationText = minutes(autonomy.minutes)
  if (!autonomy.isShort || required === null) return durationText
  const tooShort = t('autonomy.short', { required: minutes(required) })
  return (
    <span className={styles.autonomyShort} title={tooShort}>
      <IconAlertOctagonFilled size={14} aria-hidden /> {durationText}
      <span className="vx-hidden"> ({tooShort})</span>
    </span>
  )
}

/** A chip for each existing state, worst first; the chosen one stays even without matches. */
export function stateChips(
  lamps: readonly Lamp[],
  chosen: string | undefined,
  stateLabel: (state: StateName) => string,
): Chip<Lamp>[] {
  const names = new Set<StateName>(lamps.map((lamp) => lamp.condition))
  if (chosen && isState(chosen)) names.add(chosen)
  return [...names]
    .sort(bySeverity)
    .map((state) => ({ id: state, label: stateLabel(state), state, fits: (lamp) => lamp.condition === state }))
}

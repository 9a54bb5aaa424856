import type { CalendarActivation, Scene, SceneActivation } from '@vigilux/contract/features/scenes/scene.ts'
import type { PlannedRun } from '@vigilux/contract/features/scenes/scene-runs.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { formatLocale } from '../../shared/i18n/languages.ts'
import { serialOf } from '../../shared/plant/unit-topic.ts'

const noon = (day: string): Date => new Date(`${day}T12:00:00Z`)

/** A calendar day in the reader's language: "Wed 25 Nov". */
export function useDayTexts(): { day: (day: string) => string; weekday: (number: number) => string } {
  const locale = formatLocale(useLanguage())
  const days = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
  const weekdays = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  return {
    day: (day) => days.format(noon(day)),
    // 1 June 2026 is a Monday.
    weekday: (number) => weekdays.format(noon(`2026-06-0${number}`)),
  }
}

/** Weekdays in words; three or more in a row are a range: "Mon–Fri", "Mon, Wed, Sat, Sun". */
export function weekdaysText(weekdays: readonly number[], nameOf: (weekday: number) => string): string {
  const runs: number[][] = []
  for (const weekday of weekdays.toSorted((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run?.at(-1) === weekday - 1) run.push(weekday)
    else runs.push([weekday])
  }
  const runTexts = runs.map((run) => {
    const names = run.map(nameOf)
    return run.length > 2 ? `${names[0]}–${names.at(-1)}` : names.join(', ')
  })
  return runTexts.join(', ')
}

/** Trigger and runs of scenes in words. */
export function useSceneTexts() {
  const { t } = useTranslation('scenes')
  const { day, weekday } = useDayTexts()
  const { measure } = useFormats()
  const timeText = ({ time }: CalendarActivation): string => {
    if (time.kind === 'exact') return time.at
    const event = t(`sun.${time.kind}`)
    if (time.offset === 0) return event
    return `${event} ${time.offset > 0 ? '+' : '−'}${measure(Math.abs(time.offset), 'min')}`
  }
  const activationText = (activation: SceneActivation): string => {
    if (activation.mode === 'manual') return t('mode.manual')
    if (activation.mode === 'input') return t('inputOf', { input: activation.input, unit: serialOf(activation.topic) })
    const { weekdays, period } = activation
    const days = weekdays.length === 7 ? t('everyDay') : weekdaysText(weekdays, weekday)
    const dates = period ? [`${day(period.from)} – ${day(period.to)}`] : []
    return [days, timeText(activation), ...dates].join(', ')
  }
  const runText = (run: Pick<PlannedRun, 'day' | 'time' | 'none'>): string =>
    run.time === null
      ? `${day(run.day)}: ${t('doesNotRun', { why: run.none ? t(`why.${run.none}`) : '' })}`
      : `${day(run.day)}, ${run.time}`
  return { whenText: activationText, runText, day }
}

/** Codes with a text for why a run was not executed, or not by a unit; a unit's own code is shown as it is. */
const reasons = [
  ...(['away', 'notAcquired', 'notEnabled', 'noLevels', 'no_lamps', 'late', 'missed'] as const),
  ...(['communication_error', 'NO_LAMPS'] as const),
] as const

/** Why a unit did not execute a run, in words; undefined when it did. */
export function useReasonText(): (reason: string | null) => string | undefined {
  const { t } = useTranslation('scenes')
  return (reason) => {
    if (reason === null) return undefined
    const knownReason = reasons.find((one) => one === reason)
    return knownReason ? t(`reason.${knownReason}`) : reason
  }
}

/** A scene's aggregations, by name. */
export const namesOf = ({ collections }: Pick<Scene, 'collections'>, names: ReadonlyMap<string, string>): string =>
  collections
    .map(({ id }) => names.get(id) ?? '')
    .filter(Boolean)
    .join(', ')

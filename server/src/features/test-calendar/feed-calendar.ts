import { readFile } from 'node:fs/promises'
import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { LightRepeat } from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import ical, { type ICalCalendar, type ICalEventData, ICalEventTransparency } from 'ical-generator'
import type { TestToStart } from './calendar-tests.store.ts'
import { localDay, plannedDates } from './planned-dates.ts'
import type { PlannedOfUnit } from './view-calendar.ts'

type CalendarTexts = Record<'title' | 'light' | TestKind, string>

const loadCalendarTexts = async (language: Language): Promise<CalendarTexts> =>
  JSON.parse(await readFile(new URL(`./locales/${language}.json`, import.meta.url), 'utf8')) as CalendarTexts

/** Horizon of a calendar feed: days ahead, dates per schedule, and tests in total, next first. */
export const feedLimits = { days: 366, datesOfPlan: 13, tests: 5000 } as const

const dayMs = 86_400_000
const minuteMs = 60_000
/** Duration of a functional test in a calendar, in minutes. */
const functionalMin = 15

type UpcomingTest = PlannedOfUnit & { at: Date; nth: number }

/** The next dates of a schedule. An overdue date stays until the unit reports another one. */
const listUpcoming = (plannedUnit: PlannedOfUnit, now: Date): UpcomingTest[] => {
  const { plan, plant } = plannedUnit
  const until = localDay(now, plant.timezone) + feedLimits.days
  return plannedDates(plan, plant.timezone, { from: 0, until, now })
    .slice(0, feedLimits.datesOfPlan)
    .map(({ at }, occurrence) => ({ ...plannedUnit, at, nth: occurrence }))
}

const durationMin = ({ kind, unit }: UpcomingTest): number | null =>
  kind === 'functional' ? functionalMin : unit.ratedHours && unit.ratedHours * 60

/** Seconds since 2020: an iCalendar SEQUENCE, growing with each report, within 32 bits for decades. */
const sequenceOf = (reportedAt: Date | null): number =>
  Math.max(0, Math.floor(((reportedAt?.getTime() ?? 0) - Date.UTC(2020, 0, 1)) / 1000))

/** Content of a feed: units' schedules, tests started by the platform, and due light measurements. */
type UpcomingCalendar = {
  plans: readonly PlannedOfUnit[]
  lightRepeats: readonly LightRepeat[]
  toStart: readonly TestToStart[]
}

/** Adds a transparent event, because nobody is busy during a test. */
const addEvent = (calendar: ICalCalendar, event: ICalEventData): void => {
  calendar.createEvent({ ...event, transparency: ICalEventTransparency.TRANSPARENT })
}

/** All-day events, as light measurements have a day. Identified by plant, so a repeat moves the event. */
const addLightRepeats = (
  calendar: ICalCalendar,
  lightRepeats: readonly LightRepeat[],
  { words: texts, now, publicUrl }: { words: CalendarTexts; now: Date; publicUrl: string },
): void => {
  const until = new Date(now.getTime() + feedLimits.days * dayMs).toISOString().slice(0, 10)
  for (const { plant_id, plantname, day, measuredOn } of lightRepeats.filter((one) => one.day <= until)) {
    const measured = new Date(`${measuredOn}T00:00:00Z`)
    addEvent(calendar, {
      id: `${plant_id}-light@${new URL(publicUrl).host}`,
      sequence: sequenceOf(measured),
      stamp: measured,
      start: new Date(`${day}T00:00:00Z`),
      allDay: true,
      summary: [texts.light, plantname].join(' · '),
      location: plantname,
      url: `${publicUrl}/#/handover/${plant_id}`,
    })
  }
}

/** Each test has its own UID: a rescheduled test is a new event, and the old one disappears. */
const addTestsToStart = (
  calendar: ICalCalendar,
  toStart: readonly TestToStart[],
  { words: texts, host, publicUrl }: { words: CalendarTexts; host: string; publicUrl: string },
): void => {
  for (const { id, kind, at, cuId, description, plantId, plantname } of toStart) {
    addEvent(calendar, {
      id: `${id}@${host}`,
      sequence: 0,
      stamp: at,
      start: at,
      location: plantname,
      summary: [texts[kind], [cuId, description].filter(Boolean).join(' '), plantname].join(' · '),
      url: `${publicUrl}/#/testplan/${plantId}`,
    })
  }
}

/**
 * A test's UID is its unit, kind and index in the schedule, never its date, so a rescheduled test moves in every
 * program under a higher SEQUENCE. Times are in UTC, so programs need no zone data.
 */
export const renderCalendar = async (
  { plans, lightRepeats, toStart }: UpcomingCalendar,
  { language, now, publicUrl }: { language: Language; now: Date; publicUrl: string },
): Promise<string> => {
  const texts = await loadCalendarTexts(language)
  const calendar = ical({
    name: texts.title,
    prodId: { company: 'Vigilux', product: 'Test calendar', language: language.toUpperCase() },
    ttl: 3600,
  })
  const { host } = new URL(publicUrl)
  const tests = plans
    .flatMap((plannedUnit) => listUpcoming(plannedUnit, now))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .slice(0, feedLimits.tests)
  for (const test of tests) {
    const { unit, kind, plant, at, nth: occurrence } = test
    const minutes = durationMin(test)
    addEvent(calendar, {
      id: `${unit.id}-${kind}-${occurrence}@${host}`,
      sequence: sequenceOf(unit.reportedAt),
      // The time of the report, so unchanged content renders identically.
      stamp: unit.reportedAt ?? at,
      start: at,
      ...(minutes ? { end: new Date(at.getTime() + minutes * minuteMs) } : {}),
      summary: [texts[kind], [unit.cuId, unit.description].filter(Boolean).join(' '), plant.plantname].join(' · '),
      location: plant.plantname,
      url: `${publicUrl}/#/plantreport/${plant.id}?tab=calendar&year=${at.getUTCFullYear()}`,
    })
  }
  addLightRepeats(calendar, lightRepeats, { words: texts, now, publicUrl })
  addTestsToStart(calendar, toStart, { words: texts, host, publicUrl })
  return calendar.toString()
}

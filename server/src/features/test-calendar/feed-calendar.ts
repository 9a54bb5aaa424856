import { readFile } from 'node:fs/promises'
import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { LightRepeat } from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import ical, { type ICalCalendar, type ICalEventData, ICalEventTransparency } from 'ical-generator'
import type { CalendarPlant, PlanningUnit } from './calendar.store.ts'
import { type Plan, plannedDates } from './planned-dates.ts'
import type { TestToStart } from './tests-to-start.ts'

type CalendarTexts = Record<'title' | 'light' | TestKind, string>

const loadCalendarTexts = async (language: Language): Promise<CalendarTexts> =>
  JSON.parse(await readFile(new URL(`./locales/${language}.json`, import.meta.url), 'utf8')) as CalendarTexts

/** How far ahead a calendar program is told: of each plan so many dates at most, and so many tests in all, the next first. */
export const feedLimits = { days: 366, datesOfPlan: 13, tests: 5000 } as const

const dayMs = 86_400_000
const minuteMs = 60_000
/** What a functional test takes, for who looks at the day: "a few minutes". */
const functionalMin = 15

type PlannedOfUnit = { unit: PlanningUnit; kind: TestKind; plan: Plan; plant: CalendarPlant }
type UpcomingTest = PlannedOfUnit & { at: Date; nth: number }

/** The next dates of a plan. One that should have begun stands where it was, as long as the unit does not say another. */
const listUpcoming = (planned: PlannedOfUnit, now: Date): UpcomingTest[] => {
  const { plan, plant } = planned
  const span = { from: new Date(0), until: new Date(now.getTime() + feedLimits.days * dayMs), now }
  return plannedDates(plan, plant.timezone, span)
    .slice(0, feedLimits.datesOfPlan)
    .map((at, nth) => ({ ...planned, at, nth }))
}

const durationMin = ({ kind, unit }: UpcomingTest): number | null =>
  kind === 'functional' ? functionalMin : unit.ratedHours && unit.ratedHours * 60

/** Seconds since 2020: a number that grows whenever the unit has told something, and fits for a human life. */
const sequenceOf = (toldAt: Date | null): number =>
  Math.max(0, Math.floor(((toldAt?.getTime() ?? 0) - Date.UTC(2020, 0, 1)) / 1000))

/** What a feed tells of: the plans of units, what the platform is to start, and by when light is measured again. */
type UpcomingCalendar = {
  plans: readonly PlannedOfUnit[]
  plants: readonly CalendarPlant[]
  lightRepeats: readonly LightRepeat[]
  toStart: readonly TestToStart[]
}

/** An event that leaves the time of its reader free: lamps are tested, nobody is away. */
const addEvent = (calendar: ICalCalendar, event: ICalEventData): void => {
  calendar.createEvent({ ...event, transparency: ICalEventTransparency.TRANSPARENT })
}

/** Whole days: light is measured by a day, not at an hour. Named by plant, so that one measured again moves by five years. */
const addLightRepeats = (
  calendar: ICalCalendar,
  { plants, lightRepeats }: Pick<UpcomingCalendar, 'plants' | 'lightRepeats'>,
  { words, now, publicUrl }: { words: CalendarTexts; now: Date; publicUrl: string },
): void => {
  const names = new Map(plants.map(({ id, plantname }) => [id, plantname]))
  const until = new Date(now.getTime() + feedLimits.days * dayMs).toISOString().slice(0, 10)
  for (const { plant_id, day, measuredOn } of lightRepeats.filter((one) => one.day <= until)) {
    const measured = new Date(`${measuredOn}T00:00:00Z`)
    addEvent(calendar, {
      id: `${plant_id}-light@${new URL(publicUrl).host}`,
      sequence: sequenceOf(measured),
      stamp: measured,
      start: new Date(`${day}T00:00:00Z`),
      allDay: true,
      summary: [words.light, names.get(plant_id)].join(' · '),
      location: names.get(plant_id) ?? '',
      url: `${publicUrl}/#/handover/${plant_id}`,
    })
  }
}

/** Each has a name of its own: one that moves is another, and the first is gone. */
const addTestsToStart = (
  calendar: ICalCalendar,
  { plants, toStart }: Pick<UpcomingCalendar, 'plants' | 'toStart'>,
  { words, host, publicUrl }: { words: CalendarTexts; host: string; publicUrl: string },
): void => {
  const names = new Map(plants.map(({ id, plantname }) => [id, plantname]))
  for (const { id, kind, at, cuId, description, plantId } of toStart) {
    const plantname = names.get(plantId) ?? ''
    addEvent(calendar, {
      id: `${id}@${host}`,
      sequence: 0,
      stamp: at,
      start: at,
      location: plantname,
      summary: [words[kind], [cuId, description].filter(Boolean).join(' '), plantname].join(' · '),
      url: `${publicUrl}/#/testplan/${plantId}`,
    })
  }
}

/**
 * The next tests as calendar programs read them. A test is named by unit, kind and its place in the plan, never by its date: one
 * that is moved keeps its name under a higher number, and so moves in every program and stands in none twice.
 * Times are in UTC, worked out from the plant's zone: no program has to know that zone, nor when its clocks change.
 */
export const renderCalendar = async (
  { plans, plants, lightRepeats, toStart }: UpcomingCalendar,
  { language, now, publicUrl }: { language: Language; now: Date; publicUrl: string },
): Promise<string> => {
  const words = await loadCalendarTexts(language)
  const calendar = ical({
    name: words.title,
    prodId: { company: 'Vigilux', product: 'Test calendar', language: language.toUpperCase() },
    ttl: 3600,
  })
  const { host } = new URL(publicUrl)
  const tests = plans
    .flatMap((planned) => listUpcoming(planned, now))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .slice(0, feedLimits.tests)
  for (const test of tests) {
    const { unit, kind, plant, at, nth } = test
    const minutes = durationMin(test)
    addEvent(calendar, {
      id: `${unit.id}-${kind}-${nth}@${host}`,
      sequence: sequenceOf(unit.toldAt),
      // Of when it was told, and not of now: what has not changed reads the same.
      stamp: unit.toldAt ?? at,
      start: at,
      ...(minutes ? { end: new Date(at.getTime() + minutes * minuteMs) } : {}),
      summary: [words[kind], [unit.cuId, unit.description].filter(Boolean).join(' '), plant.plantname].join(' · '),
      location: plant.plantname,
      url: `${publicUrl}/#/plantreport/${plant.id}?tab=calendar&year=${at.getUTCFullYear()}`,
    })
  }
  addLightRepeats(calendar, { plants, lightRepeats }, { words, now, publicUrl })
  addTestsToStart(calendar, { plants, toStart }, { words, host, publicUrl })
  return calendar.toString()
}

import { normalizeCode } from '../../kernel/normalize-typed.ts'
import { addMonths, dateOfDay, dayOfDate, plantDay } from '../compliance/plant-day.ts'
import type { Tier } from '../plants/tiers.ts'

/** Days before the last paid day on which people are reminded, and "the day before". */
export const proReminders = [60, 30, 7, 1] as const

/** Digits of a code, the last of which is a check digit; specification section 9. */
export const proCodeDigits = 16

/** The check digit that follows these digits; Luhn, ISO/IEC 7812-1 annex B. */
export const luhnDigit = (digits: string): number => {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const weighted = Number(digit) * (place % 2 === 0 ? 2 : 1)
    return total + (weighted > 9 ? weighted - 9 : weighted)
  }, 0)
  return (10 - (sum % 10)) % 10
}

/** What was typed, without the spaces and dashes that people put between groups. */
export const normalizeProCode = normalizeCode

/** Whether a bare code has 16 digits and the right last one; whether it was ever given out is for the server to say. */
export const isProCode = (code: string): boolean =>
  code.length === proCodeDigits && /^[0-9]+$/.test(code) && luhnDigit(code.slice(0, -1)) === Number(code.at(-1))

/** A code as people read it: `4812 0395 7716 4021`. What is not whole yet is grouped as far as it goes. */
export const groupCodeDigits = (code: string): string => code.replace(/(.{4})(?=.)/gu, '$1 ')

/**
 * The first day that is not paid any more, once a code of so many months counts: from that day on where Pro is running, else from today.
 * @param expiry when Pro ends or ended, the beginning of a day of the plant; null where there never was one
 */
export const newExpiryDay = (expiry: Date | null, months: number, now: Date, zone: string): string => {
  if (expiry === null || expiry <= now) return addMonths(dateOfDay(plantDay(now, zone)), months)
  // An end in the middle of a day is one of before ends were days: that day is paid.
  const firstUnpaid = plantDay(new Date(expiry.getTime() - 1), zone) + 1
  return addMonths(dateOfDay(firstUnpaid), months)
}

/** An instant of the last day that is paid: what "Pro until" names. */
export const lastPaidInstant = (expiry: Date): Date => new Date(expiry.getTime() - 1)

/** The instant whose day every page names of Pro: of the last paid day while it runs, of the first unpaid one once it is over. */
export const displayedProDay = (plant: { tier: Tier; pro_expiry: string | null }): Date | null => {
  if (plant.pro_expiry === null || plant.tier === 'basic') return null
  const expiry = new Date(plant.pro_expiry)
  return plant.tier === 'pro' ? lastPaidInstant(expiry) : expiry
}

/** Days of the plant from today to the last one that is paid: 0 on that day itself, negative from the expiry on. */
export const proDaysLeft = (expiry: Date, now: Date, zone: string): number =>
  plantDay(lastPaidInstant(expiry), zone) - plantDay(now, zone)

/** The reminder that is due: the shortest of those reached, 60, 30, 7 or 1 days before the last paid day; null before them and after the end. */
export const proReminder = (expiry: Date, now: Date, zone: string): number | null => {
  if (expiry <= now) return null
  const left = proDaysLeft(expiry, now, zone)
  return proReminders.findLast((days) => left <= days) ?? null
}

/** The day of the first reminder: `2027-01-13`. */
export const firstReminderDay = (expiry: Date, zone: string): string =>
  dateOfDay(dayOfDate(dateOfDay(plantDay(lastPaidInstant(expiry), zone))) - proReminders[0])

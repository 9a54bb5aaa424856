import { normalizeCode } from '../../kernel/normalize-typed.ts'
import { addMonths, dateOfDay, dayOfDate, plantDay } from '../compliance/plant-day.ts'
import type { Tier } from '../plants/tiers.ts'

/** Days before the last paid day on which people are reminded. */
export const proReminders = [60, 30, 7, 1] as const

/** Digits of a code, the last of which is a check digit (specification, section 9). */
export const proCodeDigits = 16

/** Check digit for these digits (Luhn, ISO/IEC 7812-1 annex B). */
export const luhnDigit = (digits: string): number => {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const weightedDigit = Number(digit) * (place % 2 === 0 ? 2 : 1)
    return total + (weightedDigit > 9 ? weightedDigit - 9 : weightedDigit)
  }, 0)
  return (10 - (sum % 10)) % 10
}

/** Typed code without spaces and dashes between groups. */
export const normalizeProCode = normalizeCode

/** Whether a normalized code has 16 digits and a correct check digit; only the server knows whether it was issued. */
export const isProCode = (code: string): boolean =>
  code.length === proCodeDigits && /^[0-9]+$/.test(code) && luhnDigit(code.slice(0, -1)) === Number(code.at(-1))

/** Readable form of a code: `4812 0395 7716 4021`. A partial code is grouped as far as it goes. */
export const groupCodeDigits = (code: string): string => code.replace(/(.{4})(?=.)/gu, '$1 ')

/**
 * First unpaid day after redeeming a code of these months: added to a running Pro, else to today.
 * @param expiry end of Pro, the beginning of a day of the plant; null if it never existed
 */
export const newExpiryDay = (expiry: Date | null, months: number, now: Date, zone: string): string => {
  if (expiry === null || expiry <= now) return addMonths(dateOfDay(plantDay(now, zone)), months)
  // Older ends can fall within a day, which then counts as paid.
  const firstUnpaid = plantDay(new Date(expiry.getTime() - 1), zone) + 1
  return addMonths(dateOfDay(firstUnpaid), months)
}

/** Instant on the last paid day, for "Pro until". */
export const lastPaidInstant = (expiry: Date): Date => new Date(expiry.getTime() - 1)

/** Instant on the day shown for Pro: the last paid day while it runs, the first unpaid one afterwards. */
export const displayedProDay = (plant: { tier: Tier; pro_expiry: string | null }): Date | null => {
  if (plant.pro_expiry === null || plant.tier === 'basic') return null
  const expiry = new Date(plant.pro_expiry)
  return plant.tier === 'pro' ? lastPaidInstant(expiry) : expiry
}

/** Days of the plant from today to the last paid day: 0 on the day itself, negative from the expiry on. */
export const proDaysLeft = (expiry: Date, now: Date, zone: string): number =>
  plantDay(lastPaidInstant(expiry), zone) - plantDay(now, zone)

/** Due reminder before the last paid day: 60, 30, 7 or 1 days; null before the first and after the end. */
export const proReminder = (expiry: Date, now: Date, zone: string): number | null => {
  if (expiry <= now) return null
  const daysLeft = proDaysLeft(expiry, now, zone)
  return proReminders.findLast((days) => daysLeft <= days) ?? null
}

/** Day of the first reminder, such as `2027-01-13`. */
export const firstReminderDay = (expiry: Date, zone: string): string =>
  dateOfDay(dayOfDate(dateOfDay(plantDay(lastPaidInstant(expiry), zone))) - proReminders[0])

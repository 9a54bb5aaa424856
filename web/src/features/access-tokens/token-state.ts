import { type AccessToken, tokenWarningDays } from '@vigilux/contract/features/access-tokens/access-token.ts'
import { formatLocale, type Language } from '../../shared/i18n/languages.ts'

const dayMs = 86_400_000

export type TokenState = 'valid' | 'endsSoon' | 'ended'

/** When and why a token ended; undefined while valid. An open list also shows an end not reported yet. */
export function endOf({ end, expiresAt }: AccessToken, now: number): NonNullable<AccessToken['end']> | undefined {
  if (end) return end
  return Date.parse(expiresAt) <= now ? { at: expiresAt, reason: 'expired' } : undefined
}

export function stateOf(token: AccessToken, now: number): TokenState {
  if (endOf(token, now)) return 'ended'
  return Date.parse(token.expiresAt) - now <= tokenWarningDays * dayMs ? 'endsSoon' : 'valid'
}

/** The valid tokens, then the ended ones; within both the order stays. */
export function orderTokens(tokens: readonly AccessToken[], now: number): AccessToken[] {
  const isEnded = (token: AccessToken) => endOf(token, now) !== undefined
  return [...tokens.filter((token) => !isEnded(token)), ...tokens.filter(isEnded)]
}

/** Units with their length in days, and the number of days up to which each is used. */
const distances = [
  { unit: 'hour', days: 1 / 24, below: 2 },
  { unit: 'day', days: 1, below: 31 },
  { unit: 'week', days: 7, below: 182 },
  { unit: 'month', days: 365.25 / 12, below: 715 },
] as const

/** "in 14 days", "in 16 weeks", "in 7 months": the time until a moment, in words. */
export function distanceText(at: string, now: number, language: Language): string {
  const days = (Date.parse(at) - now) / dayMs
  const { unit, days: length } = distances.find(({ below }) => days < below) ?? { unit: 'year', days: 365.25 }
  return new Intl.RelativeTimeFormat(formatLocale(language)).format(Math.max(1, Math.round(days / length)), unit)
}

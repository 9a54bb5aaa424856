import type { DeviceForm, OwnSession } from '@vigilux/contract/features/accounts/own-account.ts'
import Bowser from 'bowser'

/** Maximum length of a `User-Agent`; a longer one is ignored. */
const longestUserAgent = 1_000

const forms: Record<string, DeviceForm> = { mobile: 'phone', tablet: 'tablet', desktop: 'computer' }

/** Browser and system by the `User-Agent`. The value is unverified, so it decides nothing. */
export const browserNames = (userAgent: string | null): Pick<OwnSession, 'browser' | 'system' | 'form'> => {
  const unknown = { browser: '', system: '', form: 'unknown' } as const
  if (!userAgent || userAgent.length > longestUserAgent) return unknown
  const { browser, os, platform } = Bowser.parse(userAgent)
  return { browser: browser.name ?? '', system: os.name ?? '', form: forms[platform.type ?? ''] ?? 'unknown' }
}

import type { DeviceForm, OwnSession } from '@vigilux/contract/features/accounts/own-account.ts'
import Bowser from 'bowser'

/** Nothing that a browser says of itself is longer; what is, is not read. */
const longestUserAgent = 1_000

const forms: Record<string, DeviceForm> = { mobile: 'phone', tablet: 'tablet', desktop: 'computer' }

/** What a browser says that it is and runs on, by its `User-Agent`. It is what it says: nothing is decided by it. */
export const browserNames = (userAgent: string | null): Pick<OwnSession, 'browser' | 'system' | 'form'> => {
  const unknown = { browser: '', system: '', form: 'unknown' } as const
  if (!userAgent || userAgent.length > longestUserAgent) return unknown
  const { browser, os, platform } = Bowser.parse(userAgent)
  return { browser: browser.name ?? '', system: os.name ?? '', form: forms[platform.type ?? ''] ?? 'unknown' }
}

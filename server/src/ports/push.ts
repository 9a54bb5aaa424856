import type { PushSubscriptionKeys } from '@vigilux/contract/features/notices/notice.ts'
import type { OutboundAnswer } from './outbound.ts'

/** What a browser shows of a notice, and the page that it then opens. */
export type PushText = { title: string; body: string; path: string; tag: string; language: string }

/** Sends notices to browsers by the push services of their makers, which cannot read them. */
export type Push = {
  /** By which a push service knows that what comes is from here. */
  key: string
  /** Whether an address can be that of a push service. */
  mayAsk(endpoint: string): boolean
  /** Whether anything can be encrypted for a browser by its key: not every text of the right length is a point of the curve. */
  isKey(p256dh: string): boolean
  send(device: PushSubscriptionKeys, text: PushText, how: { isUrgent: boolean }): Promise<OutboundAnswer>
}

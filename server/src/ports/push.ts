import type { PushSubscriptionKeys } from '@vigilux/contract/features/notices/notice.ts'
import type { OutboundAnswer } from './outbound.ts'

/** A notice as a browser shows it, and the page that a click opens. */
export type PushText = { title: string; body: string; path: string; tag: string; language: string }

/** Sends notices to browsers through the push services of their makers, encrypted end to end. */
export type Push = {
  /** The key by which a push service identifies this server. */
  key: string
  /** Whether an address may belong to a push service. */
  mayAsk(endpoint: string): boolean
  /** Whether a browser's key is usable for encryption: not every text of the right length is a point of the curve. */
  isKey(p256dh: string): boolean
  send(device: PushSubscriptionKeys, text: PushText, options: { isUrgent: boolean }): Promise<OutboundAnswer>
}

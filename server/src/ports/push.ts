import type { PushSubscriptionKeys } from '@vigilux/contract/features/notices/notice.ts'
import type { OutboundAnswer } from './outbound.ts'

/** A notice as shown by a browser, and the page to open on a click. */
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

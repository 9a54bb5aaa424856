/** The browser's own side of notices: its permission, and the address at its push service. */
const registration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined

/** `missing` where there is no push: an old browser, plain HTTP, or an iPhone without the product on its home screen. */
export type PushPermission = 'missing' | 'refused' | 'open'

export const pushPermission = (): PushPermission => {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'missing'
  return Notification.permission === 'denied' ? 'refused' : 'open'
}

/** Asks the person, then the push service. Null where either refuses. */
export async function beginPush(key: string): Promise<{ endpoint: string; p256dh: string; auth: string } | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const { pushManager } = await navigator.serviceWorker.ready
  // One that was made for another key, or for somebody else, is no use.
  await (await pushManager.getSubscription())?.unsubscribe()
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }).catch(() => null)
  const { endpoint, keys } = made?.toJSON() ?? {}
  return endpoint && keys?.p256dh && keys.auth ? { endpoint, p256dh: keys.p256dh, auth: keys.auth } : null
}

/** Whoever signs out, or switches it off, gets nothing more, not even what is on its way. */
export async function endPush(): Promise<void> {
  const subscription = await (await registration())?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}

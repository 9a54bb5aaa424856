/** Service worker registration for browser notifications: permission, and address at the push service. */
const registration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined

/** `missing` without push support: an old browser, plain HTTP, or an iPhone without the product on its home screen. */
export type PushPermission = 'missing' | 'refused' | 'open'

export const pushPermission = (): PushPermission => {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'missing'
  return Notification.permission === 'denied' ? 'refused' : 'open'
}

/** Asks the person, then the push service. Null when either refuses. */
export async function beginPush(key: string): Promise<{ endpoint: string; p256dh: string; auth: string } | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const { pushManager } = await navigator.serviceWorker.ready
  // A subscription for another key or person is useless.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: key })
    .catch(() => null)
  const { endpoint, keys } = subscription?.toJSON() ?? {}
  return endpoint && keys?.p256dh && keys.auth ? { endpoint, p256dh: keys.p256dh, auth: keys.auth } : null
}

/** After a sign-out or when switched off, nothing more arrives, not even pushes in flight. */
export async function endPush(): Promise<void> {
  const subscription = await (await registration())?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}
